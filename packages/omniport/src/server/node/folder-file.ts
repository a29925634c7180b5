import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { type FileHandle, realpath, stat } from 'node:fs/promises'
import { openRegularFile } from '../../node/open-regular-file.js'
import { skillLimits } from '../../skills/skill.js'
import { mimeTypeOf } from '../skills/mime-type-of.js'
import type { SkillFile } from '../skills/skill-source.js'
import type { ScannedFile } from './scan-skills.js'

type Description = Awaited<ReturnType<NonNullable<SkillFile['describe']>>>

/** A file of a skill in a folder. Its bytes are not kept, only their digest. */
export class FolderFile implements SkillFile {
  readonly mimeType: string
  readonly #path: string
  readonly #stats: Stats
  #description: Promise<Description> | undefined

  constructor({ path, stats }: ScannedFile) {
    this.#path = path
    this.#stats = stats
    this.mimeType = mimeTypeOf(path)
  }

  /** True if the file has not changed since. */
  isSame({ path, stats }: ScannedFile): boolean {
    return path === this.#path && isUnchanged(stats, this.#stats)
  }

  readonly describe = (): Promise<Description> => {
    this.#description ??= this.#describe().catch((reason: unknown) => {
      this.#description = undefined // so that it is tried again
      throw reason
    })
    return this.#description
  }

  read(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.#use(async (handle) => Uint8Array.from(await handle.readFile()))
  }

  /** In pieces: however large the file is, its digest takes the memory of one. */
  async #describe(): Promise<Description> {
    const hash = createHash('sha256')
    const piece = new Uint8Array(pieceBytes)
    const size = await this.#use(async (handle) => {
      let position = 0
      for (;;) {
        const { bytesRead } = await handle.read(piece, 0, piece.length, position)
        if (bytesRead === 0) return position
        hash.update(piece.subarray(0, bytesRead))
        position += bytesRead
        if (position > skillLimits.bytes) throw tooLarge(this.#path)
      }
    })
    if (size === undefined) throw new Error(`${this.#path} is gone`)
    return { digest: `sha256:${hash.digest('hex')}`, size }
  }

  /** Undefined if the file is gone. */
  async #use<T>(work: (handle: FileHandle) => Promise<T>): Promise<T | undefined> {
    const opened = await openRegularFile(this.#path)
    if (opened === undefined) return undefined
    const { handle, stats } = opened
    try {
      await assertUnlinked(this.#path, stats)
      if (stats.size > skillLimits.bytes) throw tooLarge(this.#path)
      return await work(handle)
    } finally {
      await handle.close()
    }
  }
}

const pieceBytes = 256 * 1024

function tooLarge(path: string): Error {
  return new Error(`${path} is larger than ${skillLimits.bytes} bytes`)
}

function isUnchanged(one: Stats, other: Stats): boolean {
  return (
    one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs
  )
}

/** What was opened must be what the path names without any link, also where a folder above was replaced by one. */
async function assertUnlinked(path: string, opened: Stats): Promise<void> {
  const real = await realpath(path)
  const { ino, dev } = await stat(real)
  if (real !== path || ino !== opened.ino || dev !== opened.dev) throw new Error(`${path} is reached through a link`)
}
