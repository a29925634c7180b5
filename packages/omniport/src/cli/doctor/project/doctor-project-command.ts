import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { overridesAdvice } from '../../check/check-sdk.js'
import type { RunOptions } from '../../command-line/invocation.js'
import { CliError } from '../../errors/cli-error.js'
import type { Io } from '../../process/io.js'
import { findSdkCopies, replacement } from '../../published/sdk-copies.js'
import { type Finding, note, ok, problem } from '../finding.js'
import { writeFindings } from '../write-findings.js'

const area = 'project'

/**
 * `doctor` without a target examines the project in the working folder: if `@omniport/sdk` has taken the place of the official SDK
 * everywhere. Rejects with CliError `usage` outside of a project.
 */
export async function doctorProjectCommand(options: RunOptions, io: Io): Promise<number> {
  const manifest = await readManifest(join(io.cwd, 'package.json'))
  if (manifest === undefined)
    throw new CliError(
      'usage',
      'doctor: give a target (a URL, a name, or "-- command args…"); here is no package.json to look at',
    )
  const copies = await findSdkCopies(io.cwd)
  const findings: Finding[] = copies.map(({ path, name, version }) =>
    name === replacement
      ? ok(area, `${path} is ${name} ${version}`)
      : hasOverride(manifest)
        ? problem(
            area,
            `${path} is ${name} ${version}, in spite of the override`,
            'remove node_modules and the lock file, and install again',
          )
        : note(area, `${path} is ${name} ${version}; ${overridesAdvice} to run on Omniport`),
  )
  if (copies.length === 0) findings.push(note(area, 'nothing is installed as @modelcontextprotocol/sdk'))
  return writeFindings({ target: io.cwd, findings }, options, io)
}

type Manifest = Readonly<Record<string, unknown>>

async function readManifest(path: string): Promise<Manifest | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Manifest // only looked at as text
  } catch {
    return undefined
  }
}

/** npm, Yarn and pnpm have a field each. */
function hasOverride({ overrides, resolutions, pnpm }: Manifest): boolean {
  return JSON.stringify([overrides, resolutions, pnpm]).includes('@modelcontextprotocol/sdk')
}
