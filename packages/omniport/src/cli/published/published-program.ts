import { readFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { didYouMean } from '../../values/text/nearest.js'
import { CliError } from '../errors/cli-error.js'
import { listNames } from '../errors/name-advice.js'
import type { PackageSpec } from './package-spec.js'

/** The program of an installed package. */
export interface PublishedProgram {
  readonly version: string
  /** The file that Node runs. */
  readonly path: string
}

/**
 * Finds the program of a package as `npx` does: the only one, or the one with the name of the package; `bin` names another.
 * Rejects with CliError `usage` if there is none.
 */
export async function findProgram(
  folder: string,
  { name }: Pick<PackageSpec, 'name'>,
  bin: string | undefined,
): Promise<PublishedProgram> {
  const home = join(folder, 'node_modules', name)
  const manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as Manifest
  const short = name.replace(/^@.*\//, '')
  const programs = typeof manifest.bin === 'string' ? { [short]: manifest.bin } : (manifest.bin ?? {})
  const names = Object.keys(programs)
  const wanted = bin ?? (names.length === 1 ? names[0] : short)
  const file = wanted === undefined || !Object.hasOwn(programs, wanted) ? undefined : programs[wanted]
  if (file === undefined) throw noProgram(name, names, bin)
  const path = resolve(home, file)
  if (!path.startsWith(home + sep)) throw new CliError('usage', `run: the program of ${name} is outside of its package`)
  return { version: manifest.version, path }
}

interface Manifest {
  readonly version: string
  readonly bin?: string | Readonly<Record<string, string>>
}

function noProgram(name: string, names: readonly string[], bin: string | undefined): CliError {
  if (names.length === 0) return new CliError('usage', `run: ${name} has no program to start`)
  if (bin === undefined)
    return new CliError('usage', `run: ${name} has several programs; say which with --bin: ${listNames(names)}`)
  return new CliError(
    'usage',
    `run: ${name} has no program "${bin}"${didYouMean(bin, names)} It has ${listNames(names)}`,
  )
}
