import { mkdirSync, openSync, writeSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { CliError } from '../../errors/cli-error.js'
import type { Io } from '../../process/io.js'
import { settingsFolder } from '../../process/settings-folder.js'

/** A file that only its user may read, written line by line as things happen. */
export interface RecordingFile {
  readonly path: string
  /** Never throws: a full disk must not disturb what is recorded. */
  write(line: string): void
}

/**
 * Creates the file of a recording. A file that is there is not overwritten: the name gets a number. `onProblem` is called once,
 * when no more can be written.
 *
 * @throws CliError `usage` for a file that cannot be created.
 */
export function createRecordingFile(
  given: string | undefined,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  onProblem: (message: string) => void,
): RecordingFile {
  const wanted = given === undefined ? defaultPath(env) : resolve(cwd, given)
  const { path, descriptor } = create(wanted)
  let isWriting = true
  return {
    path,
    write(line) {
      if (!isWriting) return
      try {
        writeAll(descriptor, Buffer.from(line))
      } catch (reason) {
        isWriting = false
        onProblem(`The recording ${path} ends here: ${(reason as Error).message}`) // what `writeSync` throws
      }
    },
  }
}

/** Lines are written at once, so that they are in the file whatever happens next. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
}

function create(wanted: string): { readonly path: string; readonly descriptor: number } {
  try {
    mkdirSync(dirname(wanted), { recursive: true, mode: 0o700 })
    for (let number = 1; ; number += 1) {
      const path = number === 1 ? wanted : numbered(wanted, number)
      const descriptor = createNew(path)
      if (descriptor !== undefined) return { path, descriptor }
    }
  } catch (reason) {
    const { message } = reason as Error // what these functions throw
    throw new CliError('usage', `tap: cannot create the recording ${wanted}: ${message}`, { cause: reason })
  }
}

/** Undefined: there is a file, or a link, of this name. */
function createNew(path: string): number | undefined {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === 'EEXIST') return undefined
    throw reason
  }
}

function numbered(path: string, number: number): string {
  const extension = extname(path)
  return join(dirname(path), `${basename(path, extension)}-${number}${extension}`)
}

/** Below the settings of the user, since hosts start servers in any folder. */
function defaultPath(env: Io['env']): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  return join(settingsFolder(env), 'recordings', `${time}-${process.pid}.jsonl`)
}
