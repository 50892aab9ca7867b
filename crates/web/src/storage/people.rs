//! People and the tokens by which the lab knows them. A token is `ID-SECRET`; only a hash of the secret is stored.

use std::collections::HashMap;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use plylab_core::{InputError, Message, message};
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use plylab_service::protocol::{Fault, Person, PersonRole};
use plylab_service::{OWNER, is_name, lock, name_of_bytes};

use super::{Storage, connect, copy, locked, not_kept, now, unusable};
use crate::lab::random;

/// Letters in the two parts of a token, five bits each.
const ID: usize = 8;
const SECRET: usize = 26;

/// Letters in the id of a person.
const PERSON: usize = 10;

/// How many of the tokens printed at start stay valid: browsers keep them.
const STARTS: usize = 100;

/// The longest name of a person or a class.
const LONGEST_NAME: usize = 64;

/// What a link makes of those who open it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grant {
    /// An admin, who may stop and delete everything.
    Admin,
    /// One person with things of their own.
    Person,
    /// A new person in every browser, up to that many.
    Class {
        /// How many people at most.
        most: u32,
    },
    /// Somebody who may read what others share.
    Guest,
}

/// A link that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Granted {
    /// Its name.
    pub name: String,
    /// What it grants.
    pub grant: Grant,
    /// How many people a class has.
    pub members: u32,
    /// Does the link work, or was it removed?
    pub valid: bool,
}

/// Why a token is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TokenRefusal {
    Unknown,
    Full,
    Fault(Fault),
}

impl From<rusqlite::Error> for TokenRefusal {
    fn from(error: rusqlite::Error) -> TokenRefusal {
        TokenRefusal::Fault(not_kept(&error))
    }
}

fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// Are they the same? The comparison takes equally long for all values, so that nothing can be learnt from its time.
fn same(one: &[u8], other: &[u8]) -> bool {
    let differs =
        one.iter().zip(other).fold(0, |seen, (one, other)| std::hint::black_box(seen | (one ^ other)));
    one.len() == other.len() && differs == 0
}

/// Who or what a token stands for.
enum Holder {
    Person(Person),
    Class(String),
}

/// A person by their id, name and role.
fn read_person(row: &Row<'_>) -> rusqlite::Result<Person> {
    let (id, role): (String, String) = (row.get(0)?, row.get(2)?);
    Ok(Person { id: id.into(), name: row.get(1)?, role: PersonRole::of_code(&role) })
}

fn holder(connection: &Connection, token: &str) -> rusqlite::Result<Option<Holder>> {
    let Some((id, secret)) = token.split_once('-') else { return Ok(None) };
    if !is_name(id, ID) || !is_name(secret, SECRET) {
        return Ok(None);
    }
    let sql = "SELECT hash, person, class FROM tokens WHERE id = ?";
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    type Found = (Vec<u8>, Option<String>, Option<String>);
    let found: Option<Found> = connection.prepare_cached(sql)?.query_row([id], read).optional()?;
    match found {
        Some((stored, Some(id), _)) if same(&stored, &hash(secret)) => {
            let mut statement =
                connection.prepare_cached("SELECT id, name, role FROM people WHERE id = ?")?;
            Ok(statement.query_row([id], read_person).optional()?.map(Holder::Person))
        }
        Some((stored, None, Some(class))) if same(&stored, &hash(secret)) => Ok(Some(Holder::Class(class))),
        _ => Ok(None),
    }
}

/// The file that grows by a byte whenever a link changes, so that a running lab notices.
fn changes(folder: &Path) -> std::path::PathBuf {
    folder.join("links")
}

/// A random name of that many letters.
fn fresh_name(letters: usize) -> String {
    let mut bytes = vec![0; letters];
    random(&mut bytes);
    name_of_bytes(&bytes)
}

/// Makes a token for a person or a class.
fn new_token(connection: &Connection, person: Option<&str>, class: Option<&str>) -> rusqlite::Result<String> {
    let (id, secret) = (fresh_name(ID), fresh_name(SECRET));
    let sql = "INSERT INTO tokens (id, hash, person, class) VALUES (?, ?, ?, ?)";
    connection.execute(sql, params![id, hash(&secret).as_slice(), person, class])?;
    Ok(format!("{id}-{secret}"))
}

fn new_person(
    connection: &Connection,
    name: &str,
    role: PersonRole,
    class: Option<&str>,
) -> rusqlite::Result<String> {
    let id = fresh_name(PERSON);
    let sql = "INSERT INTO people (id, name, role, class, made) VALUES (?, ?, ?, ?, ?)";
    connection.execute(sql, params![id, name, role.code(), class, now()])?;
    Ok(id)
}

/// A new member of a class, unless it is full.
fn new_member(connection: &mut Connection, class: &str) -> Result<(Person, String), TokenRefusal> {
    let transaction = connection.transaction()?;
    let sql = "SELECT name, most, (SELECT count(*) FROM people WHERE class = ?1) FROM classes WHERE id = ?1";
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let (class_name, most, members): (String, u32, u32) = transaction.query_row(sql, [class], read)?;
    if members >= most {
        return Err(TokenRefusal::Full);
    }
    let taken = "SELECT count(*) FROM people WHERE name = ?";
    let mut number = members + 1;
    let name = loop {
        let name = format!("{class_name} {number}");
        if transaction.query_row(taken, [&name], |row| row.get::<_, u32>(0))? == 0 {
            break name;
        }
        number += 1;
    };
    let id = new_person(&transaction, &name, PersonRole::Member, Some(class))?;
    let token = new_token(&transaction, Some(&id), None)?;
    transaction.commit()?;
    Ok((Person { id: id.into(), name, role: PersonRole::Member }, token))
}

impl Storage {
    /// The person whose token this is.
    pub fn person_of(&self, token: &str) -> Result<Option<Person>, Fault> {
        let found = self.with(|connection| holder(connection, token))?;
        Ok(found.and_then(|holder| match holder {
            Holder::Person(person) => Some(person),
            Holder::Class(_) => None,
        }))
    }

    /// Grows when a link is removed or grants something else. This is asked with every request, so it waits for no transaction.
    pub fn links_changed(&self) -> u64 {
        std::fs::metadata(changes(&self.folder)).map_or(0, |file| file.len())
    }

    /// Lets somebody in: as the person they already are, as the person of the token, or as a new member of its class.
    pub fn enter(&self, token: &str, known: Option<&Person>) -> Result<(Person, String), TokenRefusal> {
        let mut connection = lock(&self.connection);
        match holder(&connection, token)?.ok_or(TokenRefusal::Unknown)? {
            Holder::Person(person) => Ok((person, token.to_owned())),
            Holder::Class(class) => match known.filter(|known| known.role != PersonRole::Guest) {
                // A person who has a place takes no second one.
                Some(known) => Ok((known.clone(), String::new())),
                None => new_member(&mut connection, &class),
            },
        }
    }

    /// A new token of the person who started the lab.
    pub fn owners_token(&self) -> Result<String, Fault> {
        self.with(|connection| {
            let transaction = connection.transaction()?;
            transaction.execute(
                "INSERT OR IGNORE INTO people (id, name, role, made) VALUES (?1, ?1, 'admin', ?2)",
                params![OWNER, now()],
            )?;
            let token = new_token(&transaction, Some(OWNER), None)?;
            transaction.execute(
                "DELETE FROM tokens WHERE person = ?1 AND number <=
                 (SELECT number FROM tokens WHERE person = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)",
                params![OWNER, STARTS],
            )?;
            transaction.commit()?;
            Ok(token)
        })
    }

    /// Notes what people have used of the processors, in seconds.
    pub fn note_spending(&self, seconds: &HashMap<String, f64>) -> Result<(), Fault> {
        self.note("spending", &json!(seconds).to_string())
    }

    /// What people had used of the processors when it was noted last.
    pub fn spending(&self) -> Result<HashMap<String, f64>, Fault> {
        let sql = "SELECT value FROM facts WHERE name = 'spending'";
        let noted: Option<String> =
            self.with(|connection| connection.query_row(sql, [], |row| row.get(0)).optional())?;
        Ok(noted.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// Notes a fact: `address` is where the lab is found, for the links that `plylab token` prints.
    pub fn note(&self, name: &str, value: &str) -> Result<(), Fault> {
        self.execute("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)", [name, value])
    }
}

/// Everybody, in the order in which they came.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<Person>> {
    let mut statement = connection.prepare("SELECT id, name, role FROM people ORDER BY made, name")?;
    statement.query_map([], read_person)?.collect()
}

/// The links to a lab, for the command line. The lab may be running.
pub struct Tokens {
    connection: Connection,
    folder: std::path::PathBuf,
    _lock: Option<File>,
}

impl Tokens {
    /// Opens the data in `folder`, and creates it if there is none.
    ///
    /// # Errors
    ///
    /// If the folder cannot be used, or its data is damaged.
    pub fn open(folder: &Path) -> Result<Tokens, InputError> {
        // A lab that runs has checked its data.
        let lock = locked(folder)?;
        if lock.is_some() {
            copy::check(folder, false)?;
        }
        let connection = connect(folder)?;
        Ok(Tokens { connection, folder: folder.to_owned(), _lock: lock })
    }

    /// Opens the data in `folder`, which must be there.
    ///
    /// # Errors
    ///
    /// If there is none, it cannot be used, or it is damaged.
    pub fn find(folder: &Path) -> Result<Tokens, InputError> {
        if copy::file(folder).exists() {
            return Tokens::open(folder);
        }
        Err(InputError::new(message!("no-lab-there", "there is no data of a lab in it"))
            .expected(message!("name-data-folder", "name the folder that 'plylab serve --data' uses"))
            .at(Message::quoted(folder.display().to_string())))
    }

    fn read<T>(&self, found: rusqlite::Result<T>) -> Result<T, InputError> {
        found.map_err(|error| unusable(&self.folder, &error))
    }

    /// Makes a link of that name, and returns its token. It is never shown again.
    ///
    /// # Errors
    ///
    /// If the name cannot be used, or has a link already.
    pub fn add(&self, name: &str, grant: Grant) -> Result<String, InputError> {
        let fits = name != OWNER
            && !name.trim().is_empty()
            && name.chars().count() <= LONGEST_NAME
            && !name.contains(char::is_control);
        if !fits {
            return Err(InputError::new(message!("bad-person-name", "this cannot be a name"))
                .expected(message!("person-name", "use 1 to {most} characters", most = LONGEST_NAME))
                .at(Message::quoted(name)));
        }
        if self.list()?.iter().any(|granted| granted.name == name && granted.valid) {
            return Err(InputError::new(message!("link-exists", "there is a link of this name already"))
                .expected(message!(
                    "remove-link",
                    "choose another name, or remove it with 'plylab token remove'"
                ))
                .at(Message::quoted(name)));
        }
        self.read(self.make(name, grant))
    }

    fn make(&self, name: &str, grant: Grant) -> rusqlite::Result<String> {
        let transaction = self.connection.unchecked_transaction()?;
        let role = match grant {
            Grant::Admin => PersonRole::Admin,
            Grant::Person => PersonRole::Member,
            Grant::Guest => PersonRole::Guest,
            Grant::Class { most } => {
                let find = "SELECT id FROM classes WHERE name = ?";
                let known: Option<String> =
                    transaction.query_row(find, [name], |row| row.get(0)).optional()?;
                let id = known.unwrap_or_else(|| fresh_name(ID));
                let sql = "INSERT INTO classes (id, name, most, made) VALUES (?1, ?2, ?3, ?4)
                           ON CONFLICT (id) DO UPDATE SET most = ?3";
                transaction.execute(sql, params![id, name, most, now()])?;
                let token = new_token(&transaction, None, Some(&id))?;
                transaction.commit()?;
                return Ok(token);
            }
        };
        // A person whose link was removed gets a new one, and finds what they had.
        let find = "SELECT id FROM people WHERE name = ?";
        let known: Option<String> = transaction.query_row(find, [name], |row| row.get(0)).optional()?;
        let id = match known {
            Some(id) => {
                transaction.execute("UPDATE people SET role = ? WHERE id = ?", [role.code(), id.as_str()])?;
                id
            }
            None => new_person(&transaction, name, role, None)?,
        };
        let token = new_token(&transaction, Some(&id), None)?;
        transaction.commit()?;
        self.note_change();
        Ok(token)
    }

    /// Tells a lab that runs. If this fails, it notices by itself within seconds.
    fn note_change(&self) {
        let file = File::options().create(true).append(true).open(changes(&self.folder));
        let _ = file.and_then(|mut file| file.write_all(b"."));
    }

    /// All links, classes first, in the order of their names.
    ///
    /// # Errors
    ///
    /// If the data cannot be read.
    pub fn list(&self) -> Result<Vec<Granted>, InputError> {
        self.read(self.listed())
    }

    fn listed(&self) -> rusqlite::Result<Vec<Granted>> {
        let mut classes = self.connection.prepare(
            "SELECT name, most, (SELECT count(*) FROM people WHERE class = classes.id),
             EXISTS (SELECT 1 FROM tokens WHERE class = classes.id) FROM classes ORDER BY name",
        )?;
        let class = |row: &Row<'_>| {
            let grant = Grant::Class { most: row.get(1)? };
            Ok(Granted { name: row.get(0)?, grant, members: row.get(2)?, valid: row.get(3)? })
        };
        let mut people = self.connection.prepare(
            "SELECT name, role, EXISTS (SELECT 1 FROM tokens WHERE person = people.id) FROM people
             WHERE class IS NULL AND id != ? ORDER BY name",
        )?;
        let person = |row: &Row<'_>| {
            let role: String = row.get(1)?;
            let grant = match PersonRole::of_code(&role) {
                PersonRole::Admin => Grant::Admin,
                PersonRole::Member => Grant::Person,
                PersonRole::Guest => Grant::Guest,
            };
            Ok(Granted { name: row.get(0)?, grant, members: 0, valid: row.get(2)? })
        };
        let mut all: Vec<Granted> = classes.query_map([], class)?.collect::<Result<_, _>>()?;
        all.extend(people.query_map([OWNER], person)?.collect::<Result<Vec<_>, _>>()?);
        Ok(all)
    }

    /// Removes a link: people who came by it are no longer known. What they made stays.
    ///
    /// # Errors
    ///
    /// If there is no such link.
    pub fn remove(&self, name: &str) -> Result<(), InputError> {
        let sql = "DELETE FROM tokens WHERE person IN (SELECT id FROM people WHERE name = ?1 AND id != ?2)
                   OR person IN (SELECT id FROM people WHERE class IN (SELECT id FROM classes WHERE name = ?1))
                   OR class IN (SELECT id FROM classes WHERE name = ?1)";
        if self.read(self.connection.execute(sql, [name, OWNER]))? > 0 {
            self.note_change();
            return Ok(());
        }
        Err(InputError::new(message!("no-such-link", "there is no link of this name"))
            .expected(message!("list-links", "'plylab token list' lists them"))
            .at(Message::quoted(name)))
    }

    /// Where the lab was found when it ran last.
    ///
    /// # Errors
    ///
    /// If the data cannot be read.
    pub fn address(&self) -> Result<Option<String>, InputError> {
        let sql = "SELECT value FROM facts WHERE name = 'address'";
        self.read(self.connection.query_row(sql, [], |row| row.get(0)).optional())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_let_in_and_can_be_removed() {
        let folder = std::env::temp_dir().join(format!("plylab-people-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let db = Storage::open(&folder, false).unwrap();
        let owner = db.owners_token().unwrap();
        assert_eq!(db.person_of(&owner).unwrap().unwrap().role, PersonRole::Admin);
        let tokens = Tokens::open(&folder).unwrap();
        let ann = tokens.add("Ann", Grant::Person).unwrap();
        assert_eq!(tokens.add("Ann", Grant::Guest).unwrap_err().wrong().code(), "link-exists");
        assert_eq!(tokens.add("", Grant::Guest).unwrap_err().wrong().code(), "bad-person-name");
        let person = db.person_of(&ann).unwrap().unwrap();
        assert_eq!((person.name.as_str(), person.role), ("Ann", PersonRole::Member));
        // Nothing of the secret is stored, and no other secret will do.
        let bytes = std::fs::read(folder.join("lab.sqlite-wal")).unwrap();
        let (id, secret) = ann.split_once('-').unwrap();
        assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()));
        for wrong in [format!("{id}-{}", fresh_name(SECRET)), id.to_owned(), String::new(), format!("{ann}a")]
        {
            assert_eq!(db.person_of(&wrong).unwrap(), None, "{wrong}");
        }
        // A class has so many members; one who has a place keeps it.
        let class = tokens.add("AI 101", Grant::Class { most: 2 }).unwrap();
        assert_eq!(db.person_of(&class).unwrap(), None);
        let (first, own) = db.enter(&class, None).unwrap();
        assert_eq!((first.name.as_str(), first.role), ("AI 101 1", PersonRole::Member));
        assert_eq!(db.enter(&class, Some(&first)).unwrap().0, first);
        let (second, _) = db.enter(&class, None).unwrap();
        assert_ne!(first.id, second.id);
        assert_eq!(db.enter(&class, None).unwrap_err(), TokenRefusal::Full);
        let listed: Vec<_> =
            tokens.list().unwrap().into_iter().map(|link| (link.name, link.members, link.valid)).collect();
        assert_eq!(listed, [("AI 101".to_owned(), 2, true), ("Ann".to_owned(), 0, true)]);
        // Removed, and made again: the same person with another token.
        tokens.remove("Ann").unwrap();
        tokens.remove("AI 101").unwrap();
        assert_eq!((db.person_of(&ann).unwrap(), db.person_of(&own).unwrap()), (None, None));
        assert_eq!(tokens.remove("Ann").unwrap_err().wrong().code(), "no-such-link");
        let again = tokens.add("Ann", Grant::Person).unwrap();
        assert_eq!(db.person_of(&again).unwrap(), Some(person));
        // The one who started the lab cannot be removed.
        assert!(tokens.remove(OWNER).is_err() && db.person_of(&owner).unwrap().is_some());
        for _ in 0..STARTS {
            db.owners_token().unwrap();
        }
        assert_eq!(db.person_of(&owner).unwrap(), None);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
