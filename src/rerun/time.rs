//! Times of two slicers: run in turn, A B A B, so that what slows the machine down slows both.

use crate::adapter::{Adapter, Sandbox};
use crate::compare::{Comparison, TaskChange};
use crate::results::Status;
use crate::run::Runner;
use crate::stats::{Bootstrap, Sample, Scale, decimal, percent};
use crate::suite::Suite;

/// What the times say.
#[derive(Clone, Debug)]
pub(crate) struct Timing {
    /// In words.
    pub lines: Vec<String>,
    /// The second slicer is slower than noise explains.
    pub is_slower: bool,
}

/// How times are measured and told apart.
#[derive(Clone, Debug)]
pub(crate) struct TimeOptions {
    /// Runs of each slicer on each task.
    pub n_rounds: usize,
    /// Smallest difference that is told from noise, as a share.
    pub min_effect: f64,
    /// Seed of slicers that take one.
    pub seed: u64,
    /// Walls around both slicers.
    pub sandbox: Option<Sandbox>,
    /// How the interval is computed.
    pub bootstrap: Bootstrap,
}

/// Runs both slicers on each task that both answer; `progress` is told how many tasks are done, and of how many.
pub(crate) fn measure(
    comparison: &Comparison,
    adapters: &[Adapter; 2],
    suite: &Suite,
    options: &TimeOptions,
    progress: &dyn Fn(usize, usize),
) -> Timing {
    let runners =
        adapters.each_ref().map(|adapter| Runner::new(adapter, options.seed, options.sandbox.clone()));
    let answered = |task: &&TaskChange| {
        let both = [task.base.as_ref(), task.current.as_ref()];
        task.change.is_paired() && both.iter().all(|side| side.is_some_and(|side| side.is_answered()))
    };
    let wanted: Vec<&str> = comparison.tasks.iter().filter(answered).map(|task| task.task.as_str()).collect();
    let mut ratios: Vec<(String, f64)> = Vec::new();
    let mut sums = [0.0, 0.0];
    let tasks = suite.tasks().filter(|task| wanted.contains(&task.id().as_str()));
    for (n_done, task) in tasks.enumerate() {
        progress(n_done, wanted.len());
        let mut times: [Vec<f64>; 2] = Default::default();
        for _ in 0..options.n_rounds {
            for (runner, times) in runners.iter().zip(&mut times) {
                let record = runner.run(&task);
                if let Some(record) = record.ok().filter(|record| record.status == Status::Answered) {
                    times.push(record.wall_s);
                }
            }
        }
        if let [Some(first), Some(second)] = times.map(|times| median(&times)) {
            sums[0] += first;
            sums[1] += second;
            ratios.push((task.benchmark.id.clone(), (second / first.max(1e-9)).ln()));
        }
    }
    let sample = Sample::new(ratios.iter().map(|(program, ratio)| (program.as_str(), *ratio)));
    let names = [&comparison.base.slicer, &comparison.current.slicer];
    in_words(&sample, sums, names, options)
}

fn median(times: &[f64]) -> Option<f64> {
    Sample::new(times.iter().map(|time| ("", *time))).median()
}

fn in_words(sample: &Sample, sums: [f64; 2], names: [&String; 2], options: &TimeOptions) -> Timing {
    let TimeOptions { n_rounds, min_effect, ref bootstrap, .. } = *options;
    let [first, second] = names;
    let limits = sample.interval(Scale::Free, bootstrap).limits();
    let (Some(mean), Some((low, high))) = (sample.mean(), limits) else {
        let line = format!(
            "time: the tasks that both slicers answer are of {} programs; ten are needed to tell a difference from noise",
            sample.n_clusters()
        );
        return Timing { lines: vec![line], is_slower: false };
    };
    let (ratio, low, high) = (mean.exp(), low.exp(), high.exp());
    let is_clear = (low > 1.0 || high < 1.0) && (ratio - 1.0).abs() >= min_effect;
    let verdict = match (is_clear, ratio > 1.0) {
        (false, _) => "within noise",
        (true, true) => "slower",
        (true, false) => "faster",
    };
    Timing {
        lines: vec![
            format!(
                "time: {second} takes {} times as long as {first}, 95 % interval {} to {}: {verdict}",
                decimal(ratio, 2),
                decimal(low, 2),
                decimal(high, 2)
            ),
            format!(
                "time: medians of {n_rounds} runs in turn on {} tasks, {} s and {} s in all; a difference below {} % \
                 counts as noise",
                sample.len(),
                decimal(sums[0], 2),
                decimal(sums[1], 2),
                percent(min_effect, 0)
            ),
        ],
        is_slower: is_clear && ratio > 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(ratios: &[f64]) -> Timing {
        let keys: Vec<String> = (0..ratios.len()).map(|idx| idx.to_string()).collect();
        let sample = Sample::new(keys.iter().zip(ratios).map(|(key, ratio)| (key.as_str(), ratio.ln())));
        let names = ["a".to_owned(), "b".to_owned()];
        let options = TimeOptions {
            n_rounds: 5,
            min_effect: 0.05,
            seed: 1,
            sandbox: None,
            bootstrap: Bootstrap::default(),
        };
        in_words(&sample, [1.0, 1.0], [&names[0], &names[1]], &options)
    }

    #[test]
    fn small_and_unsteady_differences_are_noise() {
        let often = |ratios: &[f64]| words(&ratios.repeat(3));
        assert!(often(&[1.01, 1.02, 1.01, 1.03]).lines[0].ends_with("within noise"));
        assert!(often(&[0.5, 2.2, 0.6, 1.9]).lines[0].ends_with("within noise"));
        let slower = often(&[1.5, 1.6, 1.4, 1.5]);
        assert!(slower.is_slower && slower.lines[0].starts_with("time: b takes 1.50 times as long as a"));
        let faster = often(&[0.5, 0.6, 0.5, 0.55]);
        assert!(!faster.is_slower && faster.lines[0].ends_with("faster"));
        let few = words(&[1.5, 1.6, 1.4, 1.5]);
        assert!(!few.is_slower && few.lines[0].contains("4 programs; ten are needed"));
    }
}
