//! The criteria of Article 2 as counts: what a pair inside the bracket, or on its way out of it, adds to each of them.

use super::bracket::{Part, Problem};
use super::card::Float;
use crate::round::HalfPoints;
use crate::weight::{Count, Gains, Layout};

/// The counts in the order of their importance; each is to be as great as possible. A criterion that cannot tell two
/// pairings of this bracket apart has no count.
#[derive(Debug)]
pub(super) struct Criteria {
    pub(super) layout: Layout,
    /// C4, where the problem holds everybody below: as many as possible are paired at all.
    everybody: Option<Count>,
    /// C2 and C5: somebody who may have the bye has it.
    bye: Count,
    /// C6: pairs in the bracket.
    pairs: Count,
    /// C7: moved-down players paired, by score.
    movers: Vec<(HalfPoints, Count)>,
    /// C8: pairs in the bracket below, and who is paired there, by score.
    next_pairs: Count,
    next_scores: Vec<(HalfPoints, Count)>,
    /// C9: games that whoever has the bye has played.
    bye_played: Option<Count>,
    /// C10 to C13; the first two only where topscorers may be refused a color.
    top_colors: Option<(Count, Count)>,
    preferred: Count,
    strong: Count,
    /// C14 to C21 for the last round and for the one before it.
    floats: [FloatCounts; 2],
}

/// What is not to happen to the same entrant twice within three rounds.
#[derive(Debug)]
struct FloatCounts {
    /// C14 and C16: residents paired who floated down.
    residents: Count,
    /// C15 and C17: moved-down players whose opponent did not float up.
    opponents: Count,
    /// C18 and C20: moved-down players paired who floated down, by score.
    movers: Vec<(HalfPoints, Count)>,
    /// C19 and C21: those of C15 and C17, by the score of the moved-down player.
    opponents_of: Vec<(HalfPoints, Count)>,
}

impl Criteria {
    /// The counts for a bracket; `single_bye` when its one downfloater will have the bye, so that C9 applies.
    pub(super) fn new(problem: &Problem<'_>, single_bye: bool) -> Self {
        let mut layout = Layout::default();
        let bracket = problem.bracket;
        let field = bracket.field;
        let all = problem.vertices.len() as u64;
        let inside = (bracket.movers.len() + bracket.residents.len()) as u64;
        let most_pairs = inside / 2;
        let everybody = problem.holds_everybody().then(|| layout.count(all));
        let bye = layout.count(u64::from(problem.has_bye()));
        let pairs = layout.count(most_pairs);
        let movers = levels(problem, Part::Mover, |_| true, &mut layout);
        let next = problem.count_of(Part::Next);
        let next_pairs = layout.count(if next == 0 {
            0
        } else {
            inside.min(next) + next
        });
        let next_scores = if next == 0 {
            Vec::new()
        } else {
            let mut scores = levels(problem, Part::Mover, |_| true, &mut layout);
            scores.extend(levels(problem, Part::Resident, |_| true, &mut layout));
            scores
        };
        let everyone = bracket
            .movers
            .iter()
            .copied()
            .chain(bracket.residents.clone());
        let most_played = everyone
            .map(|place| u64::from(field.card(place).played))
            .max();
        let bye_played = single_bye.then(|| layout.count(most_played.unwrap_or(0)));
        let top_colors = field
            .has_topscorers()
            .then(|| (layout.count(most_pairs), layout.count(most_pairs)));
        let preferred = layout.count(most_pairs);
        let strong = layout.count(most_pairs);
        let counts = [0, 1].map(|ago| (ago, repeat_counts(problem, ago, &mut layout)));
        let floats = counts.map(|(ago, (residents, opponents))| {
            let down = |place: usize| field.had_float(place, Float::Down, ago);
            let up = bracket
                .residents
                .clone()
                .any(|p| field.had_float(p, Float::Up, ago));
            FloatCounts {
                residents,
                opponents,
                movers: levels(problem, Part::Mover, down, &mut layout),
                opponents_of: levels(problem, Part::Mover, |_| up, &mut layout),
            }
        });
        Self {
            layout,
            everybody,
            bye,
            pairs,
            movers,
            next_pairs,
            next_scores,
            bye_played,
            top_colors,
            preferred,
            strong,
            floats,
        }
    }

    /// What it adds when two vertices of a problem are paired; the first one ranks higher.
    pub(super) fn gains(&self, problem: &Problem<'_>, low: usize, high: usize, gains: &mut Gains) {
        if let Some(everybody) = self.everybody {
            gains.add(everybody, 1);
        }
        let (one, two) = (problem.vertices[low], problem.vertices[high]);
        let field = problem.bracket.field;
        match (one.part, two.part) {
            (_, Part::Bye) => {
                gains.add(self.bye, 1);
                if let Some(played) = self.bye_played.filter(|_| problem.is_inside(low)) {
                    gains.add(played, u64::from(field.card(one.place).played));
                }
            }
            (Part::Mover, Part::Resident) => {
                self.inside(problem, low, high, gains);
                self.mover(problem, low, high, gains);
            }
            (Part::Resident, Part::Resident) => self.inside(problem, low, high, gains),
            (_, Part::Next) => {
                gains.add(self.next_pairs, 1);
                add_level(&self.next_scores, field.card(one.place).score, gains);
            }
            _ => {}
        }
    }

    /// What any pair in the bracket adds.
    fn inside(&self, problem: &Problem<'_>, low: usize, high: usize, gains: &mut Gains) {
        let field = problem.bracket.field;
        let (one, two) = (problem.vertices[low], problem.vertices[high]);
        gains.add(self.pairs, 1);
        let colors = field.colors(one.place, two.place);
        if let Some((balanced, varied)) = self.top_colors {
            gains.add_if(balanced, colors.balanced);
            gains.add_if(varied, colors.varied);
        }
        gains.add_if(self.preferred, colors.preferred);
        gains.add_if(self.strong, colors.strong);
        for (ago, counts) in self.floats.iter().enumerate() {
            for vertex in [one, two] {
                let counts_here = vertex.part == Part::Resident
                    && field.had_float(vertex.place, Float::Down, ago);
                gains.add_if(counts.residents, counts_here);
            }
        }
    }

    /// What a pair of a moved-down player and a resident adds to that.
    fn mover(&self, problem: &Problem<'_>, low: usize, high: usize, gains: &mut Gains) {
        let field = problem.bracket.field;
        let (one, two) = (problem.vertices[low].place, problem.vertices[high].place);
        let score = field.card(one).score;
        add_level(&self.movers, score, gains);
        for (ago, counts) in self.floats.iter().enumerate() {
            if field.had_float(one, Float::Down, ago) {
                add_level(&counts.movers, score, gains);
            }
            if !field.had_float(two, Float::Up, ago) && !counts.opponents_of.is_empty() {
                gains.add(counts.opponents, 1);
                add_level(&counts.opponents_of, score, gains);
            }
        }
    }
}

/// The counts of C14 and C15, or of C16 and C17.
fn repeat_counts(problem: &Problem<'_>, ago: usize, layout: &mut Layout) -> (Count, Count) {
    let bracket = problem.bracket;
    let had = |float| {
        let residents = bracket.residents.clone();
        residents
            .filter(|&place| bracket.field.had_float(place, float, ago))
            .count() as u64
    };
    let residents = layout.count(had(Float::Down));
    let opponents = layout.count(if had(Float::Up) == 0 {
        0
    } else {
        bracket.movers.len() as u64
    });
    (residents, opponents)
}

/// A count for each score among those of a part who fulfil a condition, the highest score first.
fn levels(
    problem: &Problem<'_>,
    part: Part,
    counts: impl Fn(usize) -> bool,
    layout: &mut Layout,
) -> Vec<(HalfPoints, Count)> {
    let mut levels: Vec<(HalfPoints, u64)> = Vec::new();
    for vertex in problem.vertices.iter().filter(|vertex| vertex.part == part) {
        if !counts(vertex.place) {
            continue;
        }
        let score = problem.bracket.field.card(vertex.place).score;
        match levels.last_mut() {
            Some((last, number)) if *last == score => *number += 1,
            _ => levels.push((score, 1)),
        }
    }
    levels
        .into_iter()
        .map(|(score, number)| (score, layout.count(number)))
        .collect()
}

fn add_level(levels: &[(HalfPoints, Count)], score: HalfPoints, gains: &mut Gains) {
    if let Some((_, count)) = levels.iter().find(|(level, _)| *level == score) {
        gains.add(*count, 1);
    }
}
