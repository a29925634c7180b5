import { truncate } from '../../../values/text/truncate.js'
import { FieldFault, type FieldPath } from '../field-fault.js'

/** What variables stand for. */
export interface VariableScope {
  readonly env: Readonly<Record<string, string | undefined>>
  /** `workspaceFolder`, `userHome`, `cwd`, `/` and others that are no variables of the environment. */
  readonly predefined: ReadonlyMap<string, string>
  /** The answer to an input. Rejects with FieldFault where there is none. */
  input(id: string, path: FieldPath): Promise<string>
}

/** What a file knows beside `${NAME}`: `{env:NAME}` of OpenCode, or `$NAME` of Gemini. */
export type VariableStyle = 'braces' | 'bare' | undefined

/** A text of a file, and where it stands. */
export interface FieldText {
  readonly text: string
  readonly path: FieldPath
  readonly style?: VariableStyle
}

/**
 * Replaces `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `$env:NAME`, `${input:id}` and places such as `${workspaceFolder}`.
 * What they stand for is not looked at again, and what else looks like a variable stays as it is.
 *
 * Rejects with FieldFault for a variable that has no value and no default.
 */
export async function expandVariables(field: FieldText, scope: VariableScope): Promise<string> {
  const { text, style } = field
  if (!/[${]/.test(text)) return text
  let expanded = ''
  let end = 0
  for (const match of text.matchAll(patternOf(style))) {
    expanded += text.slice(end, match.index) + (await variableText(match, field, scope))
    end = match.index + match[0].length
  }
  return expanded + text.slice(end)
}

const usual = String.raw`\$\{(?<body>[^{}]*)\}|\$env:(?<env>[A-Za-z_]\w*)`
const braces = new RegExp(String.raw`${usual}|\{(?<braced>(?:env|file):[^{}]*)\}`, 'g')
const bare = new RegExp(String.raw`${usual}|\$(?<bare>[A-Za-z_]\w*)`, 'g')
const plain = new RegExp(usual, 'g')

function patternOf(style: VariableStyle): RegExp {
  if (style === undefined) return plain
  return style === 'bare' ? bare : braces
}

async function variableText(match: RegExpMatchArray, { path }: FieldText, scope: VariableScope): Promise<string> {
  const { body, env, braced, bare: bareName } = match.groups ?? {}
  // In a text such as a password, `$NAME` may be nothing of the kind.
  if (bareName !== undefined) return own(scope.env, bareName) ?? match[0]
  const inside = body ?? braced ?? `env:${env}`
  const predefinedValue = scope.predefined.get(inside)
  if (predefinedValue !== undefined) return predefinedValue
  const [, name, fallback] = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s.exec(inside) ?? []
  if (name !== undefined) return variable(name, fallback, { path, env: scope.env })
  const [, id] = /^input:(.+)$/s.exec(inside) ?? []
  if (id !== undefined) return scope.input(id, path)
  const [, kind] = /^(config|command|file):/.exec(inside) ?? []
  if (kind === undefined) return match[0]
  throw new FieldFault(path, `: variables of the kind "${kind}:" are not known here`)
}

interface VariableLocation {
  readonly path: FieldPath
  readonly env: VariableScope['env']
}

/** As in shells, `:-` is also for what is set and empty. */
function variable(name: string, fallback: string | undefined, { path, env }: VariableLocation): string {
  const value = own(env, name)
  const chosen = fallback === undefined ? value : value || fallback
  if (chosen === undefined) throw notSet(path, name)
  return chosen
}

/** The value of a variable that a field names. @throws FieldFault where there is none. */
export function readVariable(name: string, { path, env }: VariableLocation): string {
  const value = own(env, name)
  if (value === undefined) throw notSet(path, name)
  return value
}

function notSet(path: FieldPath, name: string): FieldFault {
  return new FieldFault(path, `: the variable ${truncate(name)} is not set`)
}

function own(env: VariableScope['env'], name: string): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined
}
