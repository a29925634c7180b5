import type { Clock } from '../../async/runtime/clock.js'
import { consoleLogger, type Logger } from '../../async/runtime/logger.js'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import { booleanValue, objectValue } from '../../protocol/options/option-checks.js'
import { checkOptions } from '../../values/options/check-options.js'
import type { SkillFolder, SkillSource } from '../skills/skill-source.js'
import { serveSkills } from '../skills/skills-service.js'
import { FolderFile } from './folder-file.js'
import { type ScannedFile, scanSkills } from './scan-skills.js'
import { watchFolder } from './watch-folder.js'

/** Options of `skillsFrom`. */
export interface SkillsFromOptions {
  /** True to notice changes of the files while a server runs. Default: true. */
  readonly watch?: boolean | undefined
  /** Logs when changed files cannot be served; the former skills stay. Default: stderr. */
  readonly logger?: Logger | undefined
  /** Default: the clock of the system. */
  readonly clock?: Clock | undefined
}

/**
 * The skills in a folder, for `skills` of `createServer`: each directory with a `SKILL.md`, at any depth, is a skill that is named
 * as the directory. If the folder itself has one, it is the only skill at the top. Names that begin with a dot are left out.
 *
 * Files are read when they are asked for, without following links; their digests are computed once per change, of the bytes that
 * are served. The files may change while a server runs: it announces changes, and digests follow.
 *
 * Rejects with a `TypeError` that names the file and what is wrong: frontmatter that is missing or malformed, a name that is not
 * that of the directory, a link, or a skill of more than 512 files or 16 MiB, which hosts need not accept.
 *
 * spec: extensions/skills#skill-format
 */
export async function skillsFrom(folder: string, options: SkillsFromOptions = {}): Promise<SkillSource> {
  const source = new FolderSource(folder, checkOptions('skillsFrom', options, checks))
  await source.load()
  return source
}

const checks = { watch: booleanValue, logger: objectValue, clock: objectValue }

class FolderSource implements SkillSource {
  readonly serve = serveSkills
  skills: readonly SkillFolder[] = []
  readonly #folder: string
  readonly #options: SkillsFromOptions
  readonly #listeners = new Set<() => void>()
  #files: ReadonlyMap<string, FolderFile> = new Map()
  #loading: Promise<void> | undefined
  #isStale = false
  #stop: (() => void) | undefined

  constructor(folder: string, options: SkillsFromOptions) {
    this.#folder = folder
    this.#options = options
  }

  watch(listener: () => void): () => void {
    const { watch = true, clock = defaultRuntime } = this.#options
    this.#listeners.add(listener)
    if (watch) this.#stop ??= watchFolder(this.#folder, { onChange: this.#onChange, onError: this.#onError, clock })
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#stop?.()
      this.#stop = undefined
    }
  }

  /** Rejects with a `TypeError` that names what cannot be served. */
  async load(): Promise<void> {
    const files = new Map<string, FolderFile>()
    /** A file that did not change stays the same object, with its digest. */
    const toFile = (scanned: ScannedFile) => {
      const known = files.get(scanned.path) ?? this.#files.get(scanned.path)
      const file = known?.isSame(scanned) === true ? known : new FolderFile(scanned)
      files.set(scanned.path, file)
      return file
    }
    const scanned = await scanSkills(this.#folder)
    this.skills = scanned.map(({ path, frontmatter, files: own }) => {
      return { path, frontmatter, files: new Map([...own].map(([name, file]) => [name, toFile(file)])) }
    })
    this.#files = files
  }

  readonly #onError = (error: unknown): void => {
    const { logger = consoleLogger } = this.#options
    logger.error(`skills of ${this.#folder}: a change is not served`, { error })
  }

  readonly #onChange = (): void => {
    this.#isStale = true
    this.#loading ??= this.#reload()
  }

  /** One after another: what changes in the meantime is loaded next. */
  async #reload(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false
      try {
        await this.load()
        for (const listener of this.#listeners) listener()
      } catch (reason) {
        this.#onError(reason)
      }
    }
    this.#loading = undefined
  }
}
