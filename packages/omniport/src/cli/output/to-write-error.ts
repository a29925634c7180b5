import { CliError } from '../errors/cli-error.js'

/** The error for a new file of an option that cannot be written. `cause` is what `node:fs` threw. */
export function toWriteError(option: string, file: string, cause: unknown): CliError {
  const { code, message } = cause as NodeJS.ErrnoException
  const what = code === 'EEXIST' ? 'it is there already; give another path, or remove it' : message
  return new CliError('usage', `${option}: cannot write ${file}: ${what}`, { cause })
}
