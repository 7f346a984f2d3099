//! Source text: decoding, lines and columns.

use std::ops::Range;

/// A place in a text. Lines and columns are 1-based; columns count characters, a tab as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// 1-based line.
    pub line: usize,
    /// 1-based column in characters.
    pub column: usize,
}

/// Byte offsets at which lines start. A line ends at `\n`, `\r\n` or a lone `\r`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
    len: u32,
    /// Number of bytes in front of each block that begin no character. A program may be one line, and to count its
    /// characters for the column of each node would take time that grows with the square of its length.
    inner_bytes: Vec<u32>,
}

/// Bytes of a block.
const BLOCK_BYTE: usize = 256;

/// Number of bytes that go on with a character.
fn n_inner(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xc0 == 0x80).count()
}

impl LineIndex {
    /// Index of a text.
    pub fn new(text: &str) -> LineIndex {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (idx, &byte) in bytes.iter().enumerate() {
            let ends_line = byte == b'\n' || (byte == b'\r' && bytes.get(idx + 1) != Some(&b'\n'));
            if ends_line {
                starts.push(idx as u32 + 1);
            }
        }
        let mut inner_bytes = vec![0];
        for block in bytes.chunks(BLOCK_BYTE) {
            inner_bytes.push(inner_bytes[inner_bytes.len() - 1] + n_inner(block) as u32);
        }
        LineIndex { starts, len: bytes.len() as u32, inner_bytes }
    }

    /// Number of lines; a final line end opens one more, empty line.
    pub fn n_lines(&self) -> usize {
        self.starts.len()
    }

    /// 1-based line of a byte offset; offsets past the end belong to the last line.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= offset)
    }

    /// Position of a byte offset in `text`, the text this index was made from.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.line(offset);
        let start = self.starts[line - 1] as usize;
        let end = text.floor_char_boundary(offset.min(text.len()));
        let n_chars = self.n_chars(text, end) - self.n_chars(text, start);
        Position { line, column: n_chars + 1 }
    }

    /// Number of characters in front of a byte offset.
    fn n_chars(&self, text: &str, offset: usize) -> usize {
        let block = offset / BLOCK_BYTE;
        let rest = &text.as_bytes()[block * BLOCK_BYTE..offset];
        offset - self.inner_bytes[block] as usize - n_inner(rest)
    }

    /// Bytes of a 1-based line, its line end included; `None` when there is no such line.
    pub fn line_bytes(&self, line: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(line.checked_sub(1)?)? as usize;
        let end = self.starts.get(line).map_or(self.len as usize, |&end| end as usize);
        Some(start..end)
    }
}

/// Decodes a file as UTF-8, dropping a byte order mark; UTF-16 with a byte order mark is accepted.
///
/// # Errors
/// The 0-based offset of the first byte that is not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<String, usize> {
    let utf16 = |from_bytes: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| from_bytes([pair[0], pair[1]])).collect();
        String::from_utf16(&units).map_err(|_| 2)
    };
    match bytes {
        [0xff, 0xfe, ..] => utf16(u16::from_le_bytes),
        [0xfe, 0xff, ..] => utf16(u16::from_be_bytes),
        _ => {
            let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            std::str::from_utf8(bytes).map(str::to_owned).map_err(|error| error.valid_up_to())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_line_ends_count() {
        let text = "a\r\nb\rc\nd";
        let index = LineIndex::new(text);
        assert_eq!(index.n_lines(), 4);
        assert_eq!(index.line(text.find('d').unwrap()), 4);
        assert_eq!(index.line_bytes(2), Some(3..5));
        assert_eq!(index.line_bytes(5), None);
    }

    #[test]
    fn columns_count_characters() {
        let text = "x\n\té=1";
        let index = LineIndex::new(text);
        assert_eq!(index.position(text, text.find('=').unwrap()), Position { line: 2, column: 3 });
    }

    #[test]
    fn columns_of_long_lines_are_counted_as_those_of_short_ones() {
        for text in ["é=1; ".repeat(300), "x\n".to_owned() + &"😀a".repeat(200), "a".repeat(BLOCK_BYTE)] {
            let index = LineIndex::new(&text);
            for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
                let column = text[start..offset].chars().count() + 1;
                assert_eq!(index.position(&text, offset).column, column, "{offset}");
            }
        }
    }

    #[test]
    fn byte_order_marks_do_not_reach_the_text() {
        assert_eq!(decode(b"\xef\xbb\xbfab").unwrap(), "ab");
        assert_eq!(decode(b"\xff\xfea\0b\0").unwrap(), "ab");
        assert_eq!(decode(b"\xfe\xff\0a\0b").unwrap(), "ab");
        assert_eq!(decode(b"ab\xffc"), Err(2));
    }
}
