//! What is said to a server for one task, message by message, and where its reply ends.
//!
//! In: messages with all placeholders filled in, and what is heard from the server. Out: what to say next, and the reply to the
//! last message. Nothing here reads or writes.

use std::collections::VecDeque;
use std::ops::Range;

use regex::bytes::Regex;
use serde_json::{Value, json};

use crate::process::{Heard, Turn};

/// Longest header of a message.
const MAX_HEADER_BYTE: usize = 8 << 10;

/// What tells the messages of a server apart.
#[derive(Clone, Debug)]
pub(super) enum Framing {
    /// A reply is what stands before a line that matches.
    Lines(Regex),
    /// A reply is what stands before this text, at the beginning of a line that goes on with nothing.
    Prompt(String),
    /// Each message has a header with its length.
    ContentLength,
    /// The server closes the connection behind its only reply.
    Close,
}

/// Why what a server said is no reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Torn {
    /// The connection was closed before the end.
    Closed,
    /// A message has no header with its length.
    NoHeader,
}

impl Torn {
    /// In a few words, the same on every machine.
    pub fn reason(self) -> &'static str {
        match self {
            Torn::Closed => "the reply has no end",
            Torn::NoHeader => "a message without `Content-Length`",
        }
    }
}

/// Messages that are said one after the other, each when the reply to the one before is there.
#[derive(Clone, Debug)]
pub struct Conversation {
    framing: Framing,
    /// What is still to be said.
    unsaid: VecDeque<Message>,
    /// Id of the message whose reply is awaited, where it has one.
    awaited: Option<Value>,
    /// Whether a reply is awaited at all.
    is_waiting: bool,
    /// Bytes of what was heard that were looked at.
    n_seen: usize,
    /// Where the reply that is awaited begins.
    begin: usize,
    reply: Range<usize>,
    torn: Option<Torn>,
}

#[derive(Clone, Debug)]
struct Message {
    bytes: Vec<u8>,
    id: Option<Value>,
    /// A notification has no reply.
    has_reply: bool,
}

impl Framing {
    fn message(&self, text: &str) -> Message {
        match self {
            Framing::Lines(_) | Framing::Prompt(_) => {
                let end = if text.ends_with('\n') { "" } else { "\n" };
                Message { bytes: format!("{text}{end}").into_bytes(), id: None, has_reply: true }
            }
            Framing::Close => Message { bytes: text.as_bytes().to_vec(), id: None, has_reply: true },
            Framing::ContentLength => {
                let json: Value = serde_json::from_str(text).unwrap_or_default();
                let id = json.get("id").cloned();
                let is_notification = id.is_none() && json.get("method").is_some();
                Message { bytes: frame(text), id, has_reply: !is_notification }
            }
        }
    }
}

fn frame(text: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

impl Conversation {
    pub(super) fn new(framing: &Framing, texts: &[String]) -> Conversation {
        Conversation {
            framing: framing.clone(),
            unsaid: texts.iter().map(|text| framing.message(text)).collect(),
            awaited: None,
            is_waiting: false,
            n_seen: 0,
            begin: 0,
            reply: 0..0,
            torn: None,
        }
    }

    /// Whether nothing is to be said.
    pub fn is_empty(&self) -> bool {
        self.unsaid.is_empty()
    }

    /// What is to be said first, and from then on whenever a reply was heard: up to the next message that has one.
    pub fn say(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        while !self.is_waiting {
            let Some(message) = self.unsaid.pop_front() else { break };
            bytes.extend(message.bytes);
            self.is_waiting = message.has_reply;
            self.awaited = message.id;
        }
        bytes
    }

    /// What to do with all that was heard since the first message.
    pub fn listen(&mut self, heard: &Heard<'_>) -> Turn {
        if self.torn.is_some() {
            return Turn::Torn;
        }
        if !self.is_waiting && self.unsaid.is_empty() {
            return Turn::Over;
        }
        let answer = match self.framing.clone() {
            Framing::Lines(end) => self.line(&end, heard.reply),
            Framing::Prompt(prompt) => self.prompt(&prompt, heard.reply),
            Framing::ContentLength => return self.message(heard),
            // Silence is what a server leaves that ends.
            Framing::Close if heard.is_closed && heard.reply.is_empty() => return Turn::Torn,
            Framing::Close => heard.is_closed.then_some(0..heard.reply.len()),
        };
        match answer {
            Some(reply) => self.next(reply),
            None if heard.is_closed => self.tear(Torn::Closed),
            None => Turn::Wait,
        }
    }

    /// The reply to the last message, in all that was heard.
    ///
    /// # Errors
    /// Why there is none.
    pub fn reply<'h>(&self, heard: &'h [u8]) -> Result<&'h [u8], Torn> {
        match self.torn {
            Some(torn) => Err(torn),
            None => Ok(heard.get(self.reply.clone()).unwrap_or_default()),
        }
    }

    /// A reply is there; the next message, or the end.
    fn next(&mut self, reply: Range<usize>) -> Turn {
        self.reply = reply;
        self.begin = self.n_seen;
        self.is_waiting = false;
        let more = self.say();
        if more.is_empty() { Turn::Over } else { Turn::Say(more) }
    }

    fn tear(&mut self, torn: Torn) -> Turn {
        self.torn = Some(torn);
        Turn::Torn
    }

    fn line(&mut self, end: &Regex, heard: &[u8]) -> Option<Range<usize>> {
        while let Some(len) = heard[self.n_seen..].iter().position(|byte| *byte == b'\n') {
            let start = self.n_seen;
            self.n_seen += len + 1;
            let line = &heard[start..start + len];
            if end.is_match(line.strip_suffix(b"\r").unwrap_or(line)) {
                return Some(self.begin..start);
            }
        }
        None
    }

    fn prompt(&mut self, prompt: &str, heard: &[u8]) -> Option<Range<usize>> {
        let before = heard.get(self.begin..)?.strip_suffix(prompt.as_bytes())?;
        if !(before.is_empty() || before.ends_with(b"\n")) {
            return None;
        }
        self.n_seen = heard.len();
        Some(self.begin..self.begin + before.len())
    }

    /// Looks at whole messages up to the one that is awaited; those of others are passed over, and questions have no answer.
    fn message(&mut self, heard: &Heard<'_>) -> Turn {
        loop {
            let body = match body(&heard.reply[self.n_seen..]) {
                Ok(Some(body)) => self.n_seen + body.start..self.n_seen + body.end,
                Ok(None) if heard.is_closed => return self.tear(Torn::Closed),
                Ok(None) => return Turn::Wait,
                Err(torn) => return self.tear(torn),
            };
            self.n_seen = body.end;
            let json: Value = serde_json::from_slice(&heard.reply[body.clone()]).unwrap_or_default();
            let asks = json.get("method").is_some();
            match (asks, json.get("id")) {
                (true, Some(id)) => {
                    let nothing = json!({"jsonrpc": "2.0", "id": id, "result": null}).to_string();
                    return Turn::Say(frame(&nothing));
                }
                (true, None) => {}
                (false, id) if self.awaited.is_none() || id == self.awaited.as_ref() => {
                    return self.next(body);
                }
                (false, _) => {}
            }
        }
    }
}

/// The first message behind its header; `None` when it is not all there.
fn body(heard: &[u8]) -> Result<Option<Range<usize>>, Torn> {
    let Some(header) = heard.windows(4).take(MAX_HEADER_BYTE).position(|four| four == b"\r\n\r\n") else {
        return if heard.len() > MAX_HEADER_BYTE { Err(Torn::NoHeader) } else { Ok(None) };
    };
    let lines = String::from_utf8_lossy(&heard[..header]).to_ascii_lowercase();
    let length = lines.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
    let length: usize = length.ok_or(Torn::NoHeader)?;
    let start = header + 4;
    let end = start.saturating_add(length);
    Ok((end <= heard.len()).then_some(start..end))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says everything to a server that says this after each message, byte by byte.
    fn talk(framing: &Framing, texts: &[&str], says: &[&str]) -> (Vec<String>, Result<String, Torn>) {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        let mut conversation = Conversation::new(framing, &texts);
        let mut said = vec![String::from_utf8(conversation.say()).unwrap()];
        let mut heard = Vec::new();
        let mut is_over = false;
        for says in says {
            for byte in says.bytes() {
                heard.push(byte);
                let all = Heard { reply: &heard, is_closed: false, stdout: &heard, stderr: b"" };
                match conversation.listen(&all) {
                    Turn::Say(more) => said.push(String::from_utf8(more).unwrap()),
                    Turn::Over | Turn::Torn => is_over = true,
                    Turn::Wait => {}
                }
            }
        }
        if !is_over {
            let all = Heard { reply: &heard, is_closed: true, stdout: &heard, stderr: b"" };
            assert!(matches!(conversation.listen(&all), Turn::Over | Turn::Torn));
        }
        let reply = conversation.reply(&heard).map(|reply| String::from_utf8(reply.to_vec()).unwrap());
        (said, reply)
    }

    #[test]
    fn lines_end_at_a_pattern_and_each_message_waits_for_its_reply() {
        let end = Framing::Lines(Regex::new("^END$").unwrap());
        let (said, reply) = talk(&end, &["load", "slice"], &["ok\r\nEND\r\n", "1\nEND of it\n2\nEND\n"]);
        assert_eq!(said, ["load\n", "slice\n"]);
        assert_eq!(reply.unwrap(), "1\nEND of it\n2\n");
        assert_eq!(talk(&end, &["slice"], &["1\nEND"]).1, Err(Torn::Closed));
    }

    #[test]
    fn a_prompt_ends_a_reply_where_a_line_begins_with_it() {
        let prompt = Framing::Prompt("> ".to_owned());
        let (said, reply) = talk(&prompt, &["a", "b"], &["one\n> ", "x > y\ntwo\n> "]);
        assert_eq!((said.len(), reply.unwrap().as_str()), (2, "x > y\ntwo\n"));
    }

    #[test]
    fn messages_with_lengths_are_told_apart_by_their_ids() {
        let texts = [r#"{"method":"open"}"#, r#"{"id":7,"method":"slice"}"#, r#"{"method":"close"}"#];
        let says: String = [
            r#"{"method":"log"}"#,
            r#"{"id":"q","method":"config"}"#,
            r#"{"id":6,"result":[]}"#,
            r#"{"id":7,"result":[1]}"#,
        ]
        .iter()
        .map(|text| String::from_utf8(frame(text)).unwrap())
        .collect();
        let (said, reply) = talk(&Framing::ContentLength, &texts, &[&says]);
        assert_eq!(reply.unwrap(), r#"{"id":7,"result":[1]}"#);
        assert!(said[0].contains("open") && said[0].contains("slice"), "{said:?}");
        assert!(said[1].contains(r#""id":"q""#) && said[2].contains("close"), "{said:?}");
        let (_, reply) = talk(&Framing::ContentLength, &texts, &["Hello\r\n\r\n"]);
        assert_eq!(reply, Err(Torn::NoHeader));
        let (_, reply) = talk(&Framing::ContentLength, &texts, &["content-length: 9\r\n\r\n{}"]);
        assert_eq!(reply, Err(Torn::Closed));
    }

    #[test]
    fn a_closed_connection_is_the_end_where_that_is_said() {
        let (said, reply) = talk(&Framing::Close, &["GET"], &["all of it"]);
        assert_eq!((said[0].as_str(), reply.unwrap().as_str()), ("GET", "all of it"));
    }
}
