import { jsonSchema, type Tool } from '../../entries/index.js'
import { cut } from '../../values/text/truncate.js'
import { CliError } from '../errors/cli-error.js'
import { knownNames } from './known-names.js'
import { refuseUnknownNames } from './refuse-unknown-names.js'

/** Refuses names that the schema of a tool neither has nor explicitly allows. @throws CliError `usage` with the nearest. */
export function checkToolArgumentNames({ name, inputSchema }: Tool, given: readonly string[]): void {
  const known = knownNames(inputSchema)
  if (known !== undefined) refuseUnknownNames(name, given, [...known])
}

/**
 * Checks the arguments by the schema of the tool. Rejects with CliError `usage` naming what is wrong. The server judges where
 * the schema cannot be checked here.
 */
export async function checkToolArguments({ name, inputSchema }: Tool, args: Record<string, unknown>): Promise<void> {
  const issues = await findIssues(inputSchema, args).catch(() => [])
  if (issues.length === 0) return
  const shown = issues.slice(0, mostIssues).map(({ path = [], message }) => `${formatPath(path)} ${message}`)
  const more = issues.length - shown.length
  const what = `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
  throw new CliError('usage', `${name}: ${what} (--no-validate-input sends it anyway)`)
}

async function findIssues(inputSchema: object, args: Record<string, unknown>): Promise<readonly Issue[]> {
  // A copy, since a check may add the defaults of a schema.
  const { issues = [] } = await jsonSchema(inputSchema)['~standard'].validate(structuredClone(args))
  return issues
}

interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

function formatPath(path: NonNullable<Issue['path']>): string {
  const keys = path.map((step) => (typeof step === 'object' ? step.key : step))
  const text = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return cut(text.replace(/^\./, ''), longestPath) || 'the arguments'
}

const mostIssues = 8
const longestPath = 120
