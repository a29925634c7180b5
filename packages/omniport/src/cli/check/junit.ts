import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'

/** A suite of a JUnit file. */
export interface JunitSuite {
  readonly name: string
  readonly cases: readonly JunitCase[]
}

export interface JunitCase {
  readonly name: string
  /** Why it failed; undefined: it passed. */
  readonly failure?: string | undefined
  readonly output?: string | undefined
  readonly seconds?: number | undefined
}

/** Writes results for CI systems. Rejects with CliError `usage` if the file cannot be written. */
export async function writeJunit(file: string, suites: readonly JunitSuite[], { cwd }: Pick<Io, 'cwd'>): Promise<void> {
  try {
    await writeFile(resolve(cwd, file), formatJunit(suites))
  } catch (cause) {
    const { message } = cause as Error // node:fs throws nothing else
    throw new CliError('usage', `--junit: cannot write "${file}": ${message}`, { cause })
  }
}

function formatJunit(suites: readonly JunitSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases)
  const body = suites.map(formatSuite).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${countsOf(all)}>\n${body}</testsuites>\n`
}

function formatSuite({ name, cases }: JunitSuite): string {
  return `  <testsuite name="${escapeXml(name)}" ${countsOf(cases)}>\n${cases.map((one) => formatCase(name, one)).join('')}  </testsuite>\n`
}

function formatCase(suite: string, { name, failure, output, seconds }: JunitCase): string {
  const time = seconds === undefined ? '' : ` time="${seconds.toFixed(3)}"`
  const start = `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}"${time}`
  const failed = failure === undefined ? '' : `<failure message="${escapeXml(failure)}"/>`
  const printed = output === undefined ? '' : `<system-out>${escapeXml(output)}</system-out>`
  return failed + printed === '' ? `${start}/>\n` : `${start}>${failed}${printed}</testcase>\n`
}

function countsOf(cases: readonly JunitCase[]): string {
  return `tests="${cases.length}" failures="${cases.filter(({ failure }) => failure !== undefined).length}"`
}

/** XML has no form for most control characters, so they are replaced. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`)
}
