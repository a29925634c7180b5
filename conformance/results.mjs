import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the client under test prints when it got through its scenario. */
export const finished = 'FINISHED\n'

/**
 * What came of the scenarios whose results are in `directory`: how many checks succeeded, and what went wrong. The suite
 * forgives warnings, scenarios and clients that crash or take too long, and ticks without one check that succeeded; here
 * they are problems.
 */
export function readResults(role, directory) {
  return foldersOf(directory).map((name) => {
    const scenario = name.slice(role === 'server' ? 'server-'.length : 0).replace(when, '')
    const checks = readChecks(join(directory, name))
    const successes = checks.filter(({ status }) => status === 'SUCCESS').length
    const problems = checks.filter(({ status }) => !harmless.has(status)).map(toProblem)
    if (successes === 0) problems.push('no check succeeded')
    if (role === 'client') problems.push(...clientProblems(join(directory, name)))
    return { scenario, successes, problems }
  })
}

/** The name of a scenario may have a slash, and so is a folder in a folder. */
function foldersOf(directory) {
  return readdirSync(directory).flatMap((name) =>
    when.test(name) ? [name] : readdirSync(join(directory, name)).map((inner) => `${name}/${inner}`),
  )
}

const when = /-\d{4}-\d\d-\d\dT[\d-]+Z$/

/** `SKIPPED` says that the scenario found something optional that is not offered. */
const harmless = new Set(['SUCCESS', 'INFO', 'SKIPPED'])

function readChecks(directory) {
  const file = join(directory, 'checks.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  return [{ status: 'CRASH', id: 'checks.json', errorMessage: 'the scenario wrote no results' }]
}

function toProblem({ status, id, description, errorMessage = description }) {
  return `${status} ${id}: ${errorMessage}`
}

function clientProblems(directory) {
  const [stdout, stderr] = ['stdout.txt', 'stderr.txt'].map((name) => {
    const file = join(directory, name)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  })
  return stdout.endsWith(finished) ? [] : [`the client did not finish: ${stderr.trim()}`]
}
