//! Slicers that are servers: how one is started, when it is ready, and what is said to it for a call.
//!
//! In: the table `[server]`. Out: the command that starts it with the way to it, and a [`Conversation`] for each call.

use std::collections::BTreeMap;
use std::path::Path;

use regex::Regex;
use toml::Spanned;

use super::batch::WORD_SEPARATOR;
use super::compile::AdapterCompiler;
use super::conversation::{Conversation, Framing};
use super::prepare::text_of;
use super::schema::{FramingWord, NetworkWord, RouteWord, ServerTable};
use super::template::Values;
use super::{Adapter, CommandStep, Hold, Placeholder, Prepared, ServerCall, Template};
use crate::error::{self, Result};
use crate::process::{Completion, Heard, Invocation, Route, Turn};
use crate::results::Status;

/// Time that a server has to get ready where its adapter says nothing, seconds.
const DEFAULT_START_S: f64 = 30.0;

/// Name of the socket in the folder of a server.
const SOCKET: &str = "socket";

/// A server that is to be started, or was.
#[derive(Clone, Debug)]
pub struct ServerStart {
    /// What starts it.
    pub invocation: Invocation,
    /// The way to it.
    pub route: Route,
    /// Time that it has to get ready, seconds.
    pub start_s: f64,
    ready: Option<Regex>,
    values: Values,
    /// Keeps what was promised to it from others.
    #[expect(dead_code, reason = "held until the server has ended")]
    hold: Option<Hold>,
}

impl ServerStart {
    /// Whether it says when it is ready.
    pub fn says_ready(&self) -> bool {
        self.ready.is_some()
    }

    /// Whether what it printed says that it is ready.
    pub fn is_ready(&self, heard: &Heard<'_>) -> Turn {
        let says = |text: &[u8]| {
            let text = String::from_utf8_lossy(text);
            self.ready.as_ref().is_none_or(|ready| ready.is_match(&text))
        };
        if says(heard.stdout) || says(heard.stderr) { Turn::Over } else { Turn::Wait }
    }
}

impl Adapter {
    /// Whether the slicer is a server, which is started once and asked often.
    pub fn is_server(&self) -> bool {
        self.server.is_some()
    }

    /// The messages that are one request, as the adapter writes them; none when the slicer is no server.
    pub fn server_requests(&self) -> Vec<String> {
        let requests = self.server.iter().flat_map(|server| &server.request);
        requests.map(|text| text.expand(&Values::new()).unwrap_or_else(|name| name)).collect()
    }

    /// Makes `folder`, which must be empty and belong to this server alone, ready for one.
    ///
    /// # Errors
    /// When something cannot be written, an environment variable without a default is not set, or no port is free.
    ///
    /// # Panics
    /// When the slicer is no server.
    pub fn prepare_server(&self, folder: &Path, seed: u64) -> Result<ServerStart> {
        let server = self.server.as_ref().expect("only servers are started");
        let tmp = folder.join("tmp");
        std::fs::create_dir_all(&tmp).map_err(|cause| error::cannot_write(&tmp, &cause))?;
        let mut values = self.tool_values(folder)?;
        let hold = self.add_apart(&mut values)?;
        values.insert(Placeholder::Tmp, text_of(&tmp));
        values.insert(Placeholder::Seed, seed.to_string());
        values.insert(Placeholder::Socket, text_of(&folder.join(SOCKET)));
        let invocation = self.invocation(&self.steps[0], &values)?;
        let route = match server.route {
            RouteWord::Stdio => Route::Pipes,
            RouteWord::Socket => Route::Socket(folder.join(SOCKET)),
            RouteWord::Port => Route::Port(values[&Placeholder::Port].parse().unwrap_or_default()),
        };
        let ready = server.ready.clone();
        Ok(ServerStart { invocation, route, start_s: server.start_s, ready, values, hold })
    }

    /// What is said to a server when it is ready, before the first request.
    ///
    /// # Errors
    /// An environment variable without a default is not set.
    pub fn greeting(&self, start: &ServerStart) -> Result<Conversation> {
        let hello = self.server.as_ref().map_or(&[][..], |server| &server.hello);
        self.conversation(hello, &start.values)
    }

    /// What is said to a server for a call, its `number`-th from 1.
    ///
    /// # Errors
    /// As [`Adapter::greeting`].
    pub fn request(&self, prepared: &Prepared, number: usize) -> Result<Conversation> {
        let mut values = prepared.values.clone();
        values.insert(Placeholder::Request, number.to_string());
        values.insert(Placeholder::Text, prepared.criterion_text());
        let request = self.server.as_ref().map_or(&[][..], |server| &server.request);
        self.conversation(request, &values)
    }

    /// The messages that are the request for a call, as they are written; what only a server knows stays as it is.
    ///
    /// # Errors
    /// As [`Adapter::greeting`].
    pub fn planned_requests(&self, prepared: &Prepared) -> Result<Vec<String>> {
        let requests = self.server.iter().flat_map(|server| &server.request);
        requests.map(|text| self.expand(text, &in_words(&prepared.values))).collect()
    }

    fn conversation(&self, messages: &[Template], values: &Values) -> Result<Conversation> {
        let framing = self.server.as_ref().map_or(&Framing::Close, |server| &server.framing);
        let values = match framing {
            Framing::ContentLength => in_json(&in_words(values)),
            _ => in_words(values),
        };
        let texts: Result<Vec<String>> =
            messages.iter().map(|message| self.expand(message, &values)).collect();
        Ok(Conversation::new(framing, &texts?))
    }

    /// How a task ends whose server did not get ready.
    pub fn not_ready(&self, start: &ServerStart, completion: &Completion) -> (Status, String) {
        let mut limits = self.limits.clone();
        limits.wall_s = start.start_s;
        let why = completion.end.reason(&limits).unwrap_or_else(|| "exit 0".to_owned());
        let status = super::read::status_of(&completion.end).unwrap_or(Status::Exited);
        (status, format!("server not ready: {why}"))
    }
}

/// Values of several words with blanks between.
fn in_words(values: &Values) -> Values {
    values.iter().map(|(name, value)| (*name, value.replace(WORD_SEPARATOR, " "))).collect()
}

/// Values as they stand inside of strings of JSON.
fn in_json(values: &Values) -> Values {
    let escaped = |value: &String| {
        let text = serde_json::Value::from(value.as_str()).to_string();
        text[1..text.len() - 1].to_owned()
    };
    values.iter().map(|(name, value)| (*name, escaped(value))).collect::<BTreeMap<_, _>>()
}

impl Prepared {
    /// From now on, what a server was promised is what its call has.
    pub fn give_to(&mut self, start: &ServerStart) {
        for of_server in [Placeholder::Id, Placeholder::Port, Placeholder::Tooldir] {
            self.values.extend(start.values.get(&of_server).map(|value| (of_server, value.clone())));
        }
    }

    /// Text of the copy of the file with the criterion.
    fn criterion_text(&self) -> String {
        self.places.first().map_or_else(String::new, |place| place.copies[place.file_idx].clone())
    }
}

impl AdapterCompiler<'_> {
    /// The command that starts a server, and how it is talked to.
    pub(super) fn server(
        &mut self,
        server: &ServerTable,
        network: NetworkWord,
        of_call: &[Placeholder],
    ) -> (CommandStep, ServerCall) {
        let (argv, place) = self.argv(&server.command, Placeholder::OF_SERVER);
        let cwd = self.cwd(server.cwd.as_ref(), "{tmp}", Placeholder::OF_SERVER);
        // It ends when it is told to: whatever its exit code, an end of its own is no reply.
        let start = CommandStep { exit_codes: Vec::new(), ..CommandStep::new(argv, place, cwd) };
        let mut allowed = of_call.to_vec();
        allowed.extend([Placeholder::Text, Placeholder::Request]);
        if server.request.get_ref().is_empty() {
            let hint = "write what it is asked for a task: `[\"slice {file} {line} {variable}\"]`";
            self.wrong(&server.request, "no request", hint);
        }
        let route = server.over.as_ref().map_or(RouteWord::Stdio, |over| *over.get_ref());
        self.way(server, route, network, &start);
        let framing = self.framing(server, route);
        let prompt = server.prompt.as_ref().map(|prompt| format!("{}$", regex::escape(prompt.get_ref())));
        let ready = self.optional_regex(server.ready.as_ref());
        let call = ServerCall {
            request: self.messages(&server.request, &allowed),
            route,
            framing,
            hello: server
                .hello
                .as_ref()
                .map_or_else(Vec::new, |hello| self.messages(hello, Placeholder::OF_SERVER)),
            ready: ready.or_else(|| prompt.and_then(|prompt| Regex::new(&prompt).ok())),
            start_s: self.seconds(server.start_s.as_ref(), DEFAULT_START_S),
        };
        (start, call)
    }

    fn messages(&mut self, texts: &Spanned<Vec<Spanned<String>>>, allowed: &[Placeholder]) -> Vec<Template> {
        texts.get_ref().iter().map(|text| self.template(text, allowed)).collect()
    }

    /// Whether a server can be reached, and knows where it will be asked.
    fn way(&mut self, server: &ServerTable, route: RouteWord, network: NetworkWord, start: &CommandStep) {
        let Some(over) = &server.over else { return };
        let needed = match route {
            RouteWord::Stdio => return,
            RouteWord::Socket => Placeholder::Socket,
            RouteWord::Port => Placeholder::Port,
        };
        if !start.uses(needed) {
            let name = needed.name();
            self.wrong(
                over,
                format!("nothing tells the server its {name}"),
                format!("use `{{{name}}}` in its command"),
            );
        }
        if route == RouteWord::Port && !matches!(network, NetworkWord::Full) {
            let hint = "write `over = \"socket\"` and `{socket}`, or `network = \"full\"`";
            self.wrong(over, "a port inside walls cannot be reached", hint);
        }
        if route == RouteWord::Socket && matches!(network, NetworkWord::None) {
            let hint = "write `network = \"loopback\"`: where the kernel lacks namespaces, sockets are forbidden without";
            self.wrong(over, "a socket without a network", hint);
        }
        if let Some(hello) = &server.hello {
            let hint = "put it into `request`: each request has a connection of its own";
            self.wrong(hello, "`hello` is for standard input", hint);
        }
    }

    /// What ends a reply.
    fn framing(&mut self, server: &ServerTable, route: RouteWord) -> Framing {
        let word = server.framing.as_ref().map_or(FramingWord::Lines, |framing| *framing.get_ref());
        let ends: Vec<&Spanned<String>> = server.end.iter().chain(&server.prompt).collect();
        if let ([_, second], FramingWord::Lines) = (&ends[..], word) {
            self.wrong(second, "two ends of a reply", "keep `end` or `prompt`");
        }
        match word {
            FramingWord::Lines => self.lines(server, route),
            _ if !ends.is_empty() => {
                self.wrong(
                    ends[0],
                    "an end that is not looked for",
                    "remove it, or write `framing = \"lines\"`",
                );
                Framing::Close
            }
            FramingWord::ContentLength => Framing::ContentLength,
            FramingWord::Close => {
                if let Some(framing) = server.framing.as_ref().filter(|_| route == RouteWord::Stdio) {
                    let hint = "write `over = \"socket\"`, or call it with `[[step]]`";
                    self.wrong(framing, "a server that closes its output has ended", hint);
                }
                if server.request.get_ref().len() > 1 {
                    let hint = "write one text with several lines";
                    self.wrong(
                        &server.request,
                        "several messages on a connection that ends with a reply",
                        hint,
                    );
                }
                Framing::Close
            }
        }
    }

    fn lines(&mut self, server: &ServerTable, route: RouteWord) -> Framing {
        match (&server.end, &server.prompt) {
            (Some(end), _) => {
                let pattern = self.regex(end).and_then(|end| regex::bytes::Regex::new(end.as_str()).ok());
                pattern.map_or(Framing::Close, Framing::Lines)
            }
            (None, Some(prompt)) => {
                if route != RouteWord::Stdio {
                    self.wrong(prompt, "`prompt` is for standard output", "write `end`, a pattern of a line");
                }
                if prompt.get_ref().is_empty() {
                    self.wrong(prompt, "empty prompt", "write what it prints when it waits, as `> `");
                }
                Framing::Prompt(prompt.get_ref().clone())
            }
            (None, None) => {
                let hint = "add `end`, a pattern of the line behind it, or `prompt`; or write `framing = \"content-length\"`";
                self.wrong(&server.request, "nothing tells where a reply ends", hint);
                Framing::Close
            }
        }
    }
}
