//! The form of proofs on disk.
//!
//! First a line `damier proof 1`, then a line of JSON, the [`Heading`], then the packed proofs
//! (deflate), and at the end the sum of all that (XXH3 of 64 bits, lowest byte first).
//!
//! A proof is a walk from the position in the heading, depth first. At each position that is not
//! yet known and at which the game goes on a number is told (seven bits a byte, the lowest first, the
//! highest bit set if another byte follows): 0 if the endgame tables know its value; 1 if all
//! positions behind it are looked at; and where the side whose strategy it is has a choice, 1 more
//! than the number of the position that it chooses. Positions behind are those after each legal turn,
//! each once, in the order of their Hub texts.

use std::collections::{BTreeMap, HashSet};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::game::{Position, Turns};
use crate::solve::proof::{Claim, Proof, Step};
use crate::solve::proven::put;
use crate::solve::rules::Rules;
use crate::tables::Tabled;
use crate::tables::catalogue::material;
use crate::tables::store::Store;

const MAGIC: &[u8] = b"damier proof 1\n";
/// No proof is unpacked to more bytes.
const MOST: u64 = 1 << 30;
/// How hard proofs are packed, of 10.
const EFFORT: u8 = 8;

/// What a file of proofs tells in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// What it holds for.
    #[serde(flatten)]
    pub rules: Rules,
    /// The position, as Hub writes it.
    pub position: String,
    /// What is shown.
    pub claims: Vec<Claim>,
    /// The endgame tables that are leaned on, and the sum of each in hexadecimal digits.
    pub tables: BTreeMap<String, String>,
    /// The bytes of the unpacked proofs.
    pub length: u64,
}

/// A file that tells no proofs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormError {
    /// It is something else.
    #[error("it is no proof, or of another version than 1")]
    Foreign,
    /// It has been changed or cut.
    #[error("it is damaged: its sum is not what it should be")]
    Sum,
    /// Its heading makes no sense.
    #[error("its heading makes no sense: {0}")]
    Heading(String),
    /// What is packed makes no sense.
    #[error("what is packed in it makes no sense")]
    Packed,
}

/// The sum of a table as text.
pub(super) fn digits(sum: u64) -> String {
    format!("{sum:016x}")
}

/// The bytes of a file with proofs of one position.
pub(super) fn write<G: Tabled>(store: &Store<G>, proofs: &[Proof<G::Position>]) -> Vec<u8> {
    let mut writer = Writer::<G> { store, codes: Vec::new(), tables: BTreeMap::new() };
    for proof in proofs {
        writer.add(proof);
    }
    let root = proofs.first().and_then(|proof| proof.nodes.first());
    let heading = Heading {
        rules: Rules::new::<G>(store.settings()),
        position: root.map(|node| G::write_hub(&node.position)).unwrap_or_default(),
        claims: proofs.iter().map(|proof| proof.claim).collect(),
        tables: writer.tables,
        length: writer.codes.len() as u64,
    };
    let mut bytes = MAGIC.to_vec();
    // Plain words and numbers have a form in JSON.
    bytes.extend(serde_json::to_string(&heading).unwrap_or_default().as_bytes());
    bytes.push(b'\n');
    bytes.extend(compress_to_vec(&writer.codes, EFFORT));
    let sum = xxh3_64(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The heading and the numbers of a file.
pub(super) fn read(bytes: &[u8]) -> Result<(Heading, Vec<u8>), FormError> {
    if !bytes.starts_with(MAGIC) {
        return Err(FormError::Foreign);
    }
    let (told, sum) = bytes.split_last_chunk::<8>().ok_or(FormError::Sum)?;
    if xxh3_64(told) != u64::from_le_bytes(*sum) {
        return Err(FormError::Sum);
    }
    let rest = told.get(MAGIC.len()..).ok_or(FormError::Sum)?;
    let end = rest.iter().position(|&byte| byte == b'\n').ok_or(FormError::Sum)?;
    let heading: Heading = serde_json::from_slice(&rest[..end])
        .map_err(|error| FormError::Heading(error.to_string()))?;
    if heading.length > MOST {
        return Err(FormError::Packed);
    }
    let codes = decompress_to_vec_with_limit(&rest[end + 1..], heading.length as usize)
        .map_err(|_| FormError::Packed)?;
    if codes.len() as u64 == heading.length { Ok((heading, codes)) } else { Err(FormError::Packed) }
}

struct Writer<'a, G: Tabled> {
    store: &'a Store<G>,
    codes: Vec<u8>,
    tables: BTreeMap<String, String>,
}

impl<G: Tabled> Writer<'_, G> {
    fn add(&mut self, proof: &Proof<G::Position>) {
        let mut known = HashSet::new();
        let mut stack = vec![0_u32];
        while let Some(place) = stack.pop() {
            if !known.insert(place) {
                continue;
            }
            let node = &proof.nodes[place as usize];
            match node.step {
                Step::Ended => continue,
                Step::Tabled => {
                    self.lean_on(&node.position);
                    put(&mut self.codes, 0);
                    continue;
                }
                Step::On => {}
            }
            let is_choice = node.position.side() == proof.claim.side();
            let texts = behind::<G>(&node.position);
            let text = |&child: &u32| G::write_hub(&proof.nodes[child as usize].position);
            if is_choice && texts.len() > 1 {
                let chosen = node.children.first().map(text).unwrap_or_default();
                let number = texts.iter().position(|text| *text == chosen).unwrap_or(0);
                put(&mut self.codes, number as u64 + 1);
            } else {
                put(&mut self.codes, 1);
            }
            let mut children: Vec<(String, u32)> =
                node.children.iter().map(|child| (text(child), *child)).collect();
            children.sort_unstable_by(|a, b| b.cmp(a));
            stack.extend(children.into_iter().map(|(_, child)| child));
        }
    }

    fn lean_on(&mut self, position: &G::Position) {
        let material = material(&G::pieces(position));
        if let Some(table) = self.store.table(material.key()) {
            self.tables.entry(material.digits::<G>()).or_insert_with(|| digits(table.entry.sum));
        }
    }
}

/// The texts of the positions behind a position, each once and in order.
fn behind<G: Tabled>(position: &G::Position) -> Vec<String> {
    let mut turns = Turns::new();
    position.generate(&mut turns);
    let texts = turns.iter().map(|&turn| {
        let mut after = position.clone();
        after.play(turn);
        G::write_hub(&after)
    });
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    texts.dedup();
    texts
}
