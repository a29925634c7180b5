import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { OmniportError, type OmniportErrorCode } from '../values/errors/omniport-error.js'
import { isObject } from '../values/json/is-object.js'
import { tryParseJson } from '../values/json/text/parse-json.js'
import { withFileLock } from './file-lock.js'
import { lockFolder } from './lock-folder.js'
import { removeStaleTemporaryFiles } from './remove-stale-temporary-files.js'
import { replaceFile } from './replace-file.js'
import { settingsFolder } from './settings-folder.js'

/** Where secrets are stored. */
export interface SecretFileOptions {
  /** Default: `name` in the folder of this library's settings, where the rights of others are taken away too. */
  readonly path: string | undefined
  readonly name: string
  /** Names the values in the messages of errors. */
  readonly contents: string
  /** The code of the error for a file that cannot be used. */
  readonly errorCode: OmniportErrorCode
  readonly onError: ((error: Error) => void) | undefined
}

/** A file of values that only its user may read. Any number of processes may share it. */
export interface SecretFile {
  readonly path: string
  /** All values by their keys: none from a file that cannot be understood. */
  read(): Promise<Map<string, unknown>>
  /** Changes the values, while nobody else does. A file that cannot be understood is moved aside, and reported. */
  change(edit: (values: Map<string, unknown>) => void): Promise<void>
}

export function createSecretFile(options: SecretFileOptions): SecretFile {
  const path = resolve(options.path ?? join(settingsFolder(), options.name))
  const file = { ...options, path, isPrivateFolder: options.path === undefined }
  let swept: Promise<void> | undefined
  return {
    path,
    read: async () => (await readValues(file)) ?? new Map(),
    change: (edit) =>
      withFileLock(lockFolder(path, 'file'), async () => {
        swept ??= removeStaleTemporaryFiles(path)
        await swept
        const values = await readValues(file)
        if (values === undefined) await moveAside(file)
        const edited = values ?? new Map<string, unknown>()
        edit(edited)
        await write(file, edited)
      }),
  }
}

interface LocatedFile extends SecretFileOptions {
  readonly path: string
  readonly isPrivateFolder: boolean
}

/** Undefined: the file cannot be understood. */
async function readValues(file: LocatedFile): Promise<Map<string, unknown> | undefined> {
  const text = await readOwned(file)
  return text === undefined ? new Map() : parse(text)
}

async function moveAside({ path, contents, errorCode, onError }: LocatedFile): Promise<void> {
  const aside = `${path}.unreadable-${randomBytes(4).toString('hex')}`
  await rename(path, aside)
  onError?.(new OmniportError(errorCode, `${path} held no ${contents} that can be read; it is ${aside} now`))
}

async function write({ path, isPrivateFolder }: LocatedFile, values: ReadonlyMap<string, unknown>): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (isPrivateFolder && !isWindows) await chmod(folder, 0o700)
  await replaceFile(path, `${JSON.stringify({ version: 1, values: [...values] })}\n`, 0o600)
}

const isWindows = process.platform === 'win32'
const maxBytes = 16 * 1024 * 1024

/** Undefined: there is no file. */
async function readOwned(file: LocatedFile): Promise<string | undefined> {
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

async function openOwned(file: LocatedFile): Promise<FileHandle | undefined> {
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
  const document = tryParseJson(text)
  if (!isObject(document) || document['version'] !== 1 || !Array.isArray(document['values'])) return undefined
  const entries: readonly unknown[] = document['values']
  return entries.every(isEntry) ? new Map(entries) : undefined
}

function isEntry(value: unknown): value is readonly [string, unknown] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string'
}

function unusableFile({ path, contents, errorCode }: LocatedFile, problem: string, cause?: unknown): OmniportError {
  return new OmniportError(errorCode, `the ${contents} in ${path} are not used: it ${problem}`, { cause })
}
