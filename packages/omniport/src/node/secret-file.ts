import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, type FileHandle, mkdir, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OmniportError } from '../values/errors/omniport-error.js'
import { isObject } from '../values/json/is-object.js'

/** A file of values that only its user may read. */
export interface SecretFile {
  readonly path: string
  /** The name of the values in error messages. */
  readonly contents: keyof typeof codes
  /** The folder belongs to this library: access of other users is removed there too. */
  readonly isPrivateFolder: boolean
  readonly onError?: ((error: Error) => void) | undefined
}

/** The code of the error for a file that cannot be used. */
const codes = { tokens: 'unauthorized', decisions: 'invalid_config' } as const

/** All values by their keys; none if the file is malformed. */
export async function readSecrets(file: SecretFile): Promise<Map<string, unknown>> {
  const text = await readOwned(file)
  return (text === undefined ? undefined : parse(text)) ?? new Map()
}

/** Changes the file under a lock. A malformed file is moved aside and reported. */
export async function updateSecrets(file: SecretFile, update: (values: Map<string, unknown>) => void): Promise<void> {
  const text = await readOwned(file)
  const values = text === undefined ? new Map<string, unknown>() : parse(text)
  if (values === undefined) await moveAside(file)
  const updated = values ?? new Map<string, unknown>()
  update(updated)
  await write(file, updated)
}

async function moveAside({ path, contents, onError }: SecretFile): Promise<void> {
  const aside = `${path}.unreadable-${randomBytes(4).toString('hex')}`
  await rename(path, aside)
  onError?.(new OmniportError(codes[contents], `${path} held no ${contents} that can be read; it is ${aside} now`))
}

/** Replaces the file as a whole: a reader, even after a crash, finds the old file or the new one. */
async function write({ path, isPrivateFolder }: SecretFile, values: ReadonlyMap<string, unknown>): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (isPrivateFolder && !isWindows) await chmod(folder, 0o700)
  const temporary = `${path}.${randomBytes(9).toString('hex')}.tmp`
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify({ version: 1, values: [...values] })}\n`)
    await handle.sync()
    await handle.close()
    await rename(temporary, path)
  } catch (reason) {
    await handle.close().catch(() => {})
    await unlink(temporary).catch(() => {})
    throw reason
  }
}

const isWindows = process.platform === 'win32'
const maxBytes = 16 * 1024 * 1024

/** Undefined: the file does not exist. */
async function readOwned(file: SecretFile): Promise<string | undefined> {
  const handle = await openOwned(file)
  if (handle === undefined) return undefined
  try {
    const { uid, mode, size } = await handle.stat()
    if (!isWindows && uid !== process.getuid?.()) throw unusableFile(file, 'belongs to another user')
    if (!isWindows && (mode & 0o077) !== 0) await handle.chmod(0o600)
    if (size > maxBytes) throw unusableFile(file, `is longer than ${maxBytes} bytes`)
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

async function openOwned(file: SecretFile): Promise<FileHandle | undefined> {
  try {
    return await open(file.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch (reason) {
    const { code } = reason as NodeJS.ErrnoException // what `open` throws
    if (code === 'ENOENT') return undefined
    if (code === 'ELOOP' || code === 'EMLINK') throw unusableFile(file, 'is a symbolic link')
    throw unusableFile(file, 'cannot be read', reason)
  }
}

function parse(text: string): Map<string, unknown> | undefined {
  try {
    const document: unknown = JSON.parse(text)
    if (!isObject(document) || document['version'] !== 1 || !Array.isArray(document['values'])) return undefined
    const entries: readonly unknown[] = document['values']
    return entries.every(isEntry) ? new Map(entries) : undefined
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is readonly [string, unknown] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string'
}

function unusableFile({ path, contents }: SecretFile, problem: string, cause?: unknown): OmniportError {
  return new OmniportError(codes[contents], `the ${contents} in ${path} are not used: it ${problem}`, { cause })
}
