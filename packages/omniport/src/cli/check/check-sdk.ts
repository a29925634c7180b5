import { resolve } from 'node:path'
import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import { type OutputOptions, writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { findSdkCopies, replacement, type SdkCopy } from '../published/sdk-copies.js'

/**
 * Prints what is installed as `@modelcontextprotocol/sdk` in a folder, by default the working directory, a line for each place.
 * Rejects with CliError `not_found` if nothing is, and `invalid_result` if one of them was not replaced.
 */
export async function checkSdk(given: string | undefined, options: OutputOptions, io: Io): Promise<number> {
  const folder = given ?? '.'
  const copies = await findSdkCopies(resolve(io.cwd, folder))
  const toText = () => copies.map((copy) => formatLine(describe(copy))).join('\n')
  await writeResult({ value: { copies }, toText }, { ...options, text: true }, io)
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

/** What makes a package manager replace the SDK. */
export const overridesAdvice =
  'put "overrides" into the package.json at the root of the project ("resolutions" for Yarn, "pnpm": {"overrides"} for pnpm)'

const advice = `P${overridesAdvice.slice(1)}, and the same in "dependencies" where the SDK is one; remove node_modules and the lock file, and install again`
