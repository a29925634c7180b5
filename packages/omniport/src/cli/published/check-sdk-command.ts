import { resolve } from 'node:path'
import type { RunOptions } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import { writeJson } from '../output/write-json.js'
import type { Io } from '../process/io.js'
import { findSdkCopies, replacement, type SdkCopy } from './sdk-copies.js'

export interface CheckSdkFlags extends Pick<RunOptions, 'json'> {
  /** The folder of a project. Default: the working directory. */
  readonly folder?: string | undefined
}

/**
 * `check --sdk [folder]` prints what is installed as `@modelcontextprotocol/sdk`, a line for each place. Rejects with CliError
 * `not_found` if nothing is, and `invalid_result` if one of them was not replaced.
 */
export async function checkSdkCommand({ folder = '.', json }: CheckSdkFlags, io: Io): Promise<number> {
  const copies = await findSdkCopies(resolve(io.cwd, folder))
  if (json === true) await writeJson({ copies }, { json }, io)
  else for (const copy of copies) await io.stdout(`${formatLine(describe(copy))}\n`)
  if (copies.length === 0)
    throw new CliError(
      'not_found',
      `check: nothing is installed as @modelcontextprotocol/sdk in ${folder}; run npm install first`,
    )
  const left = copies.filter(({ name }) => name !== replacement).length
  if (left === 0) return 0
  throw new CliError('invalid_result', `check: ${left} of ${copies.length} not replaced. ${advice}`)
}

function describe({ path, name, version }: SdkCopy): string {
  return `${path}: ${name} ${version}${name === replacement ? '' : ', not replaced'}`
}

const advice =
  'Put "overrides" into the package.json at the root of the project ("resolutions" for Yarn, "pnpm": {"overrides"} for pnpm), remove node_modules and the lock file, and install again'
