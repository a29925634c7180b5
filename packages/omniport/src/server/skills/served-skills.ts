import { SerialQueue } from '../../async/waiting/serial-queue.js'
import { type Skill, type SkillFrontmatter, type SkillResource, skillFileName } from '../../skills/skill.js'
import type { SkillFile, SkillFolder, SkillSource } from './skill-source.js'

/** A file that is served, and the frontmatter if it is the `SKILL.md` of a skill. */
export interface ServedFile {
  readonly file: SkillFile
  /** Its path below all skills, such as `acme/refunds/SKILL.md`. */
  readonly path: string
  readonly frontmatter?: SkillFrontmatter | undefined
}

/** A file or directory within a directory. */
export interface DirectoryChild {
  readonly uri: string
  readonly name: string
  /** `inode/directory` for directories. */
  readonly mimeType: string
}

/** The skills of all sources of a server at one moment. */
export class ServedSkills {
  /** By the URI of their `SKILL.md`. */
  readonly skills = new Map<string, SkillFolder>()
  /** By URI. A file that belongs to a skill within another is there once. */
  readonly files = new Map<string, ServedFile>()
  readonly #children = new Map<string, Map<string, DirectoryChild>>()
  readonly #entries = new Map<string, Promise<Skill>>()
  readonly #describing = new SerialQueue()

  /** @throws TypeError for two skills with one URI. */
  constructor(sources: readonly SkillSource[]) {
    for (const folder of sources.flatMap(({ skills }) => skills)) this.#add(folder)
  }

  /** The entry of a skill; undefined if there is none at that URI. Rejects if its files cannot be read. */
  entry(uri: string): Promise<Skill> | undefined {
    const folder = this.skills.get(uri)
    if (folder === undefined) return undefined
    const known = this.#entries.get(uri)
    if (known !== undefined) return known
    // One after another, so that many requests at once read no more files at once than one does.
    const entry = this.#describing.run(() => this.#describe(uri, folder))
    this.#entries.set(uri, entry)
    entry.catch(() => this.#entries.delete(uri)) // so that it is tried again
    return entry
  }

  /** What a directory contains; undefined if there is none at that URI. */
  children(uri: string): readonly DirectoryChild[] | undefined {
    const children = this.#children.get(uri)
    return children && [...children.values()]
  }

  /** All files in its directory, also those of skills within that have a source of their own. */
  async #describe(uri: string, { path, frontmatter }: SkillFolder): Promise<Skill> {
    const directory = `${uriOf(path)}/`
    const resources: SkillResource[] = []
    for (const [fileUri, { file }] of this.files) {
      if (!fileUri.startsWith(directory)) continue
      if (file.describe === undefined) return { uri, frontmatter, resources: 'dynamic' }
      resources.push({ uri: fileUri, ...(await file.describe()) })
    }
    return { uri, frontmatter, resources }
  }

  #add(folder: SkillFolder): void {
    const uri = uriOf([...folder.path, skillFileName])
    if (this.skills.has(uri)) throw new TypeError(`createServer: skills: there are two skills at ${uri}`)
    this.skills.set(uri, folder)
    for (const [path, file] of folder.files) {
      const segments = [...folder.path, ...path.split('/')]
      const frontmatter = path === skillFileName ? folder.frontmatter : undefined
      const fileUri = uriOf(segments)
      const known = this.files.get(fileUri)
      if (known !== undefined && frontmatter === undefined) continue
      this.files.set(fileUri, { file, path: segments.join('/'), frontmatter })
      this.#addToDirectory(segments, file.mimeType)
    }
  }

  #addToDirectory(segments: readonly string[], mimeType: string): void {
    const parent = segments.slice(0, -1)
    const name = segments.at(-1)
    if (name === undefined || parent.length === 0) return
    const uri = uriOf(parent)
    const siblings = this.#children.get(uri)
    const child = { uri: uriOf(segments), name, mimeType }
    if (siblings !== undefined) {
      siblings.set(child.uri, child)
      return
    }
    this.#children.set(uri, new Map([[child.uri, child]]))
    this.#addToDirectory(parent, 'inode/directory')
  }
}

/** spec: extensions/skills#resource-mapping */
function uriOf(segments: readonly string[]): string {
  return `skill://${segments.map(encodeURIComponent).join('/')}`
}
