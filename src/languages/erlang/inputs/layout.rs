//! How binaries are laid out that a program takes apart: segments with sizes, and bytes drawn to fit them.

use crate::languages::erlang::syntax::{self, Expr, Syntax};
use crate::random::Random;

use super::draw::Maker;
use super::shape::Slot;
use crate::value::Value;

/// Bits of a segment without a size that are drawn, at most; one that is as long as an earlier one says has fewer bytes.
const MAX_UNITS: usize = 4;

/// One segment of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chunk {
    holds: Holds,
    size: Size,
    /// Bits of one unit of the size.
    unit: usize,
    is_little: bool,
    /// Slot of its value.
    slot: Slot,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Holds {
    Number,
    Float,
    Bits,
    Text(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    Units(usize),
    /// What this earlier segment holds.
    Of(usize),
    /// Whatever is left, or not known.
    Any,
}

impl Chunk {
    /// Reads a segment of a pattern; `earlier` are the variables that the segments before it hold.
    pub(super) fn read(
        syntax: &Syntax<'_>,
        segment: &syntax::Segment<'_>,
        slot: Slot,
        earlier: &[&str],
    ) -> Chunk {
        let has = |name: &str| segment.types().any(|(known, _)| known == name);
        let is_bits = ["binary", "bytes", "bitstring", "bits"].iter().any(|name| has(name));
        let is_single = has("bitstring") || has("bits") || !is_bits;
        let unit = segment.types().find_map(|(_, unit)| unit);
        let holds = match syntax.expr(segment.value) {
            Expr::String(text) => Holds::Text(text.to_owned()),
            _ if is_bits => Holds::Bits,
            _ if has("float") => Holds::Float,
            _ => Holds::Number,
        };
        let size = match segment.size.map(|size| syntax.expr(size)) {
            Some(Expr::Integer(units)) => units.parse().map_or(Size::Any, Size::Units),
            Some(Expr::Variable(name)) => {
                earlier.iter().rposition(|&held| held == name).map_or(Size::Any, Size::Of)
            }
            None if holds == Holds::Number => Size::Units(8),
            None if holds == Holds::Float => Size::Units(64),
            _ => Size::Any,
        };
        let unit = unit.unwrap_or(if is_single { 1 } else { 8 });
        Chunk { holds, size, unit, is_little: has("little"), slot }
    }
}

/// Bits that become bytes, the last one filled with zeros.
#[derive(Default)]
struct BitString(Vec<bool>);

impl BitString {
    fn number(&mut self, value: i128, n_bits: usize, is_little: bool) {
        let bit = |idx: usize| idx < 128 && (value >> idx) & 1 == 1;
        let whole = n_bits / 8 * 8;
        if is_little && whole == n_bits {
            for byte in 0..n_bits / 8 {
                self.0.extend((0..8).rev().map(|idx| bit(byte * 8 + idx)));
            }
        } else {
            self.0.extend((0..n_bits).rev().map(bit));
        }
    }

    fn bytes(self) -> Vec<u8> {
        let byte = |bits: &[bool]| {
            bits.iter().enumerate().fold(0_u8, |byte, (idx, &bit)| byte | u8::from(bit) << (7 - idx))
        };
        self.0.chunks(8).map(byte).collect()
    }
}

/// A binary laid out so.
pub(super) fn draw(layout: &[Chunk], maker: &Maker<'_>, random: &mut Random, depth: usize) -> Vec<u8> {
    let mut bits = BitString::default();
    // What each segment says of the size of a later one.
    let mut units = vec![0; layout.len()];
    for (idx, segment) in layout.iter().enumerate() {
        let n_units = match segment.size {
            Size::Units(n) => n,
            Size::Of(earlier) => units[earlier],
            Size::Any => random.below(MAX_UNITS) * if segment.unit == 1 { 8 } else { 1 },
        };
        let n_bits = (n_units * segment.unit).min(512);
        match &segment.holds {
            Holds::Text(text) => text.bytes().for_each(|byte| bits.number(i128::from(byte), 8, false)),
            Holds::Float => {
                bits.number((random.below(9) as f64 / 2.0).to_bits().into(), n_bits, segment.is_little)
            }
            Holds::Number => {
                let sizes = layout.iter().any(|later| later.size == Size::Of(idx));
                let value = if sizes {
                    random.below(MAX_UNITS) as i128
                } else {
                    number(maker.draw(segment.slot, random, depth + 1), random)
                };
                units[idx] = usize::try_from(value).unwrap_or(0);
                bits.number(value, n_bits, segment.is_little);
            }
            Holds::Bits => match maker.draw(segment.slot, random, depth + 1) {
                Value::Bytes(bytes) if segment.size == Size::Any => {
                    bytes.iter().for_each(|&byte| bits.number(i128::from(byte), 8, false));
                }
                _ => (0..n_bits).for_each(|_| bits.0.push(random.one_in(2))),
            },
        }
    }
    bits.bytes()
}

/// The number, or any byte for another term.
fn number(term: Value, random: &mut Random) -> i128 {
    match term {
        Value::Int(value) if !random.one_in(4) => value,
        _ => i128::from(random.number() as u8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::{SourceFile, Tree};
    use crate::language::Language;
    use crate::languages::erlang::inputs::shape::Shapes;

    #[test]
    fn a_length_agrees_with_what_it_measures() {
        let text = "f(<<7, \"ab\", Size:16/little, Body:Size/binary, Odd:4>>) -> {Size, Body, Odd}.";
        let program = Tree::parse(Language::Erlang, &[SourceFile::new("program.erl", text)]);
        let mut shapes = Shapes::default();
        let seven = shapes.constant(&Value::Int(7));
        let syntax = Syntax::new(&program);
        let segments = program.ids().filter_map(|node| syntax.segment(node));
        let layout: Vec<Chunk> = segments
            .map(|segment| Chunk::read(&syntax, &segment, seven, &["", "", "Size", "Body"]))
            .collect();
        let maker = Maker::new(&shapes, &[]);
        let mut random = Random::new(1);
        let drawn: Vec<Vec<u8>> = (0..20).map(|_| draw(&layout, &maker, &mut random, 0)).collect();
        for bytes in &drawn {
            assert_eq!(&bytes[1..3], b"ab");
            assert_eq!(bytes.len(), 1 + 2 + 2 + usize::from(bytes[3]) + 1, "{bytes:?}");
            assert_eq!(bytes[4], 0);
        }
        assert!(drawn.iter().any(|bytes| bytes[0] == 7) && drawn.iter().any(|bytes| bytes[3] > 1));
    }
}
