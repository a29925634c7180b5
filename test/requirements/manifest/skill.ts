import { parseRequirements } from '../parse-requirements.js'

/** Requirements on skills: the extension io.modelcontextprotocol/skills. */
export const skill = parseRequirements(`
SKILL-01 | fact | server | 2026-07-28 | Declared by the server in capabilities.extensions["io.modelcontextprotocol/skills"], with directoryRead if there is resources/directory/read; clients declare nothing. | SEP-2640
SKILL-02 | MUST | server | 2026-07-28 | A server that declares the extension has skills/list and skills/get, and declares resources. | SEP-2640
SKILL-03 | MUST | client | 2026-07-28 | resources/directory/read is sent only to a server that declared directoryRead: true. | SEP-2640
SKILL-04 | MUST | server | 2026-07-28 | A server that declared directoryRead: true has it for every directory of its skills; the result has every direct child. | SEP-2640
SKILL-05 | MUST | server | 2026-07-28 | A skill conforms to the Agent Skills specification: a SKILL.md at its root that begins with YAML frontmatter, with name and description. | SEP-2640
SKILL-06 | MUST | server | 2026-07-28 | The last segment of the path of a skill is its name, and keeps the rules for names; frontmatter.name of the entry is the same. | SEP-2640
SKILL-07 | MUST | client | 2026-07-28 | The authority of the URI of a skill is never resolved by DNS or over a network. | SEP-2640
SKILL-08 | MUST | host | 2026-07-28 | A resource is not taken for a skill because of its scheme: skills/list or skills/get says what is one. | SEP-2640
SKILL-09 | MUST | host | 2026-07-28 | A SKILL.md within a skill is an ordinary file of that skill: its frontmatter has no effect, and to activate it takes consent of its own. | SEP-2640
SKILL-10 | MUST | host | 2026-07-28 | A skill is known by its server and its URI, in the registry, approvals, caches and paths; nothing is known by the URI alone. | SEP-2640
SKILL-11 | MUST | server | 2026-07-28 | The frontmatter of an entry is identical in content to that of its SKILL.md. | SEP-2640
SKILL-12 | MUST | host | 2026-07-28 | Names need not be unique: skills with one name are told apart, and names of different servers are kept apart. | SEP-2640
SKILL-13 | MUST | host | 2026-07-28 | A skill of a server never shadows or replaces one of the same name from elsewhere unseen. | SEP-2640
SKILL-14 | MUST | server | 2026-07-28 | resources lists every file of the skill once, with SKILL.md and the files of skills within it, each with the digest and size of its bytes, and no others. | SEP-2640
SKILL-15 | MUST | server | 2026-07-28 | The resources of a skill without stable digests are "dynamic". | SEP-2640
SKILL-16 | MUST | host | 2026-07-28 | An entry whose resources are neither an array nor "dynamic" is not loaded. | SEP-2640
SKILL-17 | MUST | host | 2026-07-28 | Skills of up to 512 files and 16 MiB are supported (SHOULD: who declines a larger one says why). | SEP-2640
SKILL-18 | SHOULD | server | 2026-07-28 | No skill larger than that is served. | SEP-2640
SKILL-19 | MUST | server | 2026-07-28 | resultType of skills/list, skills/get and resources/directory/read is "complete"; the first two have ttlMs and cacheScope. | SEP-2640
SKILL-20 | MUST | host | 2026-07-28 | An empty or partial list is no proof that there are no skills: one can be loaded by its URI alone. | SEP-2640
SKILL-21 | MUST | server | 2026-07-28 | -32602 for skills/get of what is no skill, resources/directory/read of what is no directory, and resources/read of a file that is not there. | SEP-2640
SKILL-22 | MUST | server | 2026-07-28 | skills/get answers for every skill that is served, listed or not. | SEP-2640
SKILL-23 | MUST | host | 2026-07-28 | A resources/read of a SKILL.md outside of loading loads nothing, and approves nothing. | SEP-2640
SKILL-24 | fact | client | 2026-07-28 | A relative reference resolves against the directory of the SKILL.md that has it. | SEP-2640
SKILL-25 | MUST | host | 2026-07-28 | A file is verified against the digest and size of the entry, and is not used if they differ. | SEP-2640
SKILL-26 | MUST | host | 2026-07-28 | While a skill is acted on, only the files of the entry that is held are read; a read of another fails as a wrong digest does. | SEP-2640
SKILL-27 | MUST | host | 2026-07-28 | The frontmatter of SKILL.md is parsed and compared with the entry field by field; if they differ, the skill is not loaded. | SEP-2640
SKILL-28 | MUST | host | 2026-07-28 | Files are not retrieved ahead of need: not on connection, on listing or at approval. | SEP-2640
SKILL-29 | MUST | host | 2026-07-28 | A digest that matches is no security boundary. | SEP-2640
SKILL-30 | MUST | host | 2026-07-28 | A directory read does not extend the entry: what only it lists is neither read nor shown as a file of the skill. | SEP-2640
SKILL-31 | MUST | host | 2026-07-28 | Content of skills is untrusted, is marked with its server where the model gets it, and does not look like a skill of the file system. | SEP-2640
SKILL-32 | MUST | host | 2026-07-28 | Content of a skill causes no execution of code on the host without approval for that skill. | SEP-2640
SKILL-33 | MUST | host | 2026-07-28 | Reads that a skill causes go to its own server; others take approval of each call that names both servers. | SEP-2640
SKILL-34 | MUST | host | 2026-07-28 | Servers are named by labels of the host, not by serverInfo.name. | SEP-2640
SKILL-35 | MUST | host | 2026-07-28 | Frontmatter that widens permissions, such as allowed-tools, has no effect unless the user approved that for the skill. | SEP-2640
SKILL-36 | MUST | host | 2026-07-28 | Skills have no higher authority than other context; the policy of the user decides if one is loaded. | SEP-2640
SKILL-37 | MUST | host | 2026-07-28 | An approval that is kept is bound to every uri and digest of the entry; another set revokes it. | SEP-2640
SKILL-38 | MUST | host | 2026-07-28 | No approval that is kept covers a skill whose resources are "dynamic". | SEP-2640
SKILL-39 | MUST | host | 2026-07-28 | A cache on disk can be written by the host alone or is verified at each access, is found by no search for skills, and its content stays content of a server. | SEP-2640
SKILL-40 | MUST | server | 2026-07-28 | An internal error is -32603. | SEP-2640
`)
