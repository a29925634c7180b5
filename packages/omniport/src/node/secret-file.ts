import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { OmniportError, type OmniportErrorCode } from '../values/errors/omniport-error.js'
import { isObject } from '../values/json/is-object.js'
import { tryParseJson } from '../values/json/text/parse-json.js'
import { withFileLock } from './file-lock.js'
import { lockFolder } from './lock-folder.js'
import { FileProblem, openRegularFile } from './open-regular-file.js'
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
  if (isPrivateFolder && !isWindows()) await chmod(folder, 0o700)
  await replaceFile({ path, mode: 0o600 }, `${JSON.stringify({ version: 1, values: [...values] })}\n`)
}

const isWindows = () => process.platform === 'win32'
const maxBytes = 16 * 1024 * 1024

/** Undefined: there is no file. */
async function readOwned(file: LocatedFile): Promise<string | undefined> {
  const opened = await openRegularFile(file.path).catch((reason: unknown) => {
    throw reason instanceof FileProblem ? unusableFile(file, reason.message, reason.cause) : reason
  })
  if (opened === undefined) return undefined
  const { handle, stats } = opened
  try {
    const { uid, mode, size } = stats
    if (!isWindows() && uid !== process.getuid?.()) throw unusableFile(file, 'belongs to another user')
    if (!isWindows() && (mode & 0o077) !== 0) await handle.chmod(0o600)
    if (size > maxBytes) throw unusableFile(file, `is longer than ${maxBytes} bytes`)
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
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
