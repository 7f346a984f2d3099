//! Lines, columns and offsets as a slicer counts them.

use super::schema::PositionUnit;

/// How a slicer counts.
#[derive(Clone, Debug)]
pub(super) struct Positions {
    pub(super) line_base: usize,
    pub(super) column_base: usize,
    pub(super) column_unit: PositionUnit,
    pub(super) offset_unit: PositionUnit,
    /// A tab reaches to the next multiple of this; 1 counts it as one character.
    pub(super) tab_width: usize,
}

impl Positions {
    /// The slicer's number of a 1-based line.
    pub(super) fn line(&self, line: usize) -> usize {
        line - 1 + self.line_base
    }

    /// The slicer's column of the place behind `before`, the part of the line in front of it.
    pub(super) fn column(&self, before: &str) -> usize {
        before.chars().fold(0, |column, c| self.advance(column, c)) + self.column_base
    }

    /// The slicer's offset of the place behind `before`, the part of the file in front of it; 0-based.
    pub(super) fn offset(&self, before: &str) -> usize {
        before.chars().map(|c| width(c, self.offset_unit)).sum()
    }

    /// 1-based character column of a slicer's column, given from `base`; beyond the line it goes on in characters.
    pub(super) fn char_column(&self, line: &str, column: usize, base: usize) -> usize {
        let wanted = column.saturating_sub(base);
        let (mut reached, mut n_chars) = (0, 0);
        for c in line.chars() {
            if reached >= wanted {
                return n_chars + 1;
            }
            reached = self.advance(reached, c);
            n_chars += 1;
        }
        wanted.saturating_sub(reached).saturating_add(n_chars + 1)
    }

    fn advance(&self, column: usize, c: char) -> usize {
        match c {
            '\t' => (column / self.tab_width + 1) * self.tab_width,
            _ => column + width(c, self.column_unit),
        }
    }
}

fn width(c: char, unit: PositionUnit) -> usize {
    match unit {
        PositionUnit::Byte => c.len_utf8(),
        PositionUnit::Char => 1,
        PositionUnit::Utf16 => c.len_utf16(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(column_base: usize, unit: PositionUnit, tab_width: usize) -> Positions {
        Positions { line_base: 1, column_base, column_unit: unit, offset_unit: unit, tab_width }
    }

    #[test]
    fn columns_are_counted_in_the_unit_of_the_slicer() {
        let before = "\té😀";
        for (unit, expected) in [(PositionUnit::Byte, 8), (PositionUnit::Char, 4), (PositionUnit::Utf16, 5)] {
            let positions = positions(1, unit, 1);
            assert_eq!(positions.column(before), expected);
            assert_eq!(positions.offset(before), expected - 1);
            assert_eq!(positions.char_column("\té😀x", expected, 1), 4);
        }
        assert_eq!(positions(0, PositionUnit::Char, 8).column(" \tx"), 9);
        assert_eq!(positions(0, PositionUnit::Char, 8).char_column(" \txy", 9, 0), 4);
    }

    #[test]
    fn columns_beyond_the_line_are_characters() {
        let positions = positions(1, PositionUnit::Char, 1);
        assert_eq!(positions.char_column("ab", 9, 1), 9);
        assert_eq!(positions.char_column("ab", usize::MAX, 1), usize::MAX);
        assert_eq!(positions.char_column("ab", usize::MAX, 0), usize::MAX);
    }
}
