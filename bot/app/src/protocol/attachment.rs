//! Attachments of a message besides its board.

use std::fmt;

use pictures::{
    Animation, Bracket, Crosstable, Curve, Gallery, Graph, Pairings, Podium, RuleDiagram, Table,
};
use text::Text;

/// A picture that a front end draws, or a file.
#[derive(Clone, Debug)]
pub enum Attachment {
    Curve(Curve),
    Table(Table),
    Pairings(Pairings),
    Crosstable(Crosstable),
    Bracket(Bracket),
    Podium(Podium),
    Diagram(RuleDiagram),
    Animation(Box<Animation>),
    Graph(Graph),
    Gallery(Gallery),
    File(File),
}

/// A file to download.
#[derive(Clone, PartialEq, Eq)]
pub struct File {
    /// The file's name with its extension.
    pub name: &'static str,
    /// A description for people who cannot see the name.
    pub about: Text,
    /// The bytes, which may be private.
    pub content: Vec<u8>,
}

/// Leaves the content out.
impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File")
            .field("name", &self.name)
            .field("bytes", &self.content.len())
            .finish_non_exhaustive()
    }
}
