//! Numbers on the command line and in `bench-slicers.toml`: what is out of range or not finite is refused, in one way.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// Accepts whole numbers that are no smaller.
pub(super) fn whole<T: FromStr + PartialOrd + Display + Copy>(
    least: T,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse::<T>().ok().filter(|number| *number >= least);
        number.ok_or_else(|| format!("expected a whole number from {least}"))
    }
}

/// Accepts finite numbers from 0.
pub(super) fn from_zero(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| is_from_zero(*number));
    number.ok_or_else(|| "expected a number from 0".to_owned())
}

/// Accepts finite numbers above 0.
pub(super) fn above_zero(text: &str) -> Result<f64, String> {
    from_zero(text).ok().filter(|number| *number > 0.0).ok_or_else(|| "expected a number above 0".to_owned())
}

fn is_from_zero(number: f64) -> bool {
    number.is_finite() && number >= 0.0
}

/// A finite number from 0 in a file.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "f64")]
pub(super) struct FromZero(pub(super) f64);

impl TryFrom<f64> for FromZero {
    type Error = String;

    fn try_from(number: f64) -> Result<FromZero, String> {
        let found = is_from_zero(number).then_some(FromZero(number));
        found.ok_or_else(|| format!("wrong value `{number}`, expected a number from 0"))
    }
}

/// Reads a number above 0 of a file.
pub(super) fn some_above_zero<'de, D: Deserializer<'de>, T>(file: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de> + Display,
{
    let number = T::deserialize(file)?;
    match above_zero(&number.to_string()) {
        Ok(_) => Ok(Some(number)),
        Err(expected) => Err(D::Error::custom(format!("wrong value `{number}`, {expected}"))),
    }
}
