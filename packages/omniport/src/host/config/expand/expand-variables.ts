import { truncate } from '../../../values/text/truncate.js'
import { FieldFault, type FieldPath } from '../field-fault.js'

export interface VariableScope {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Called for each variable of the environment whose value is used, with the field that it becomes a part of. */
  readonly onVariable?: ((name: string, value: string, path: FieldPath) => void) | undefined
  /** Variables that are not part of the environment: `workspaceFolder`, `userHome`, `cwd`, `/` and others. */
  readonly predefined: ReadonlyMap<string, string>
  /** Returns the value of an input. Rejects with FieldFault if there is none. */
  input(id: string, path: FieldPath): Promise<string>
}

/** A further syntax for variables: `{env:NAME}` of OpenCode, or `$NAME` of Gemini. */
export type VariableStyle = 'braces' | 'bare' | undefined

export interface FieldText {
  readonly text: string
  readonly path: FieldPath
  readonly style?: VariableStyle
}

/**
 * Replaces `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `$env:NAME`, `${input:id}` and predefined ones such as
 * `${workspaceFolder}`. Their values are not expanded again; anything else that looks like a variable stays as it is.
 *
 * Rejects with FieldFault for a variable without value and default.
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
  // A `$` may be part of a text, such as a password.
  if (bareName !== undefined) return findVariable(bareName, { path, scope }) ?? match[0]
  const inside = body ?? braced ?? `env:${env}`
  const predefinedValue = scope.predefined.get(inside)
  if (predefinedValue !== undefined) return predefinedValue
  const [, name, fallback] = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s.exec(inside) ?? []
  if (name !== undefined) return variable(name, fallback, { path, scope })
  const [, id] = /^input:(.+)$/s.exec(inside) ?? []
  if (id !== undefined) return scope.input(id, path)
  const [, kind] = /^(config|command|file):/.exec(inside) ?? []
  if (kind === undefined) return match[0]
  throw new FieldFault(path, `: variables of the kind "${kind}:" are not supported`)
}

export interface VariableLocation {
  readonly path: FieldPath
  readonly scope: Pick<VariableScope, 'env' | 'onVariable'>
}

/** As in shells, the default also replaces an empty value. */
function variable(name: string, fallback: string | undefined, location: VariableLocation): string {
  const value = findVariable(name, location)
  const chosen = fallback === undefined ? value : value || fallback
  if (chosen === undefined) throw notSet(location.path, name)
  return chosen
}

/** Returns the value of a variable. @throws FieldFault if it is not set. */
export function readVariable(name: string, location: VariableLocation): string {
  const value = findVariable(name, location)
  if (value === undefined) throw notSet(location.path, name)
  return value
}

/** Returns the value of a variable, which becomes a part of a field; undefined if it is not set. */
export function findVariable(name: string, { path, scope: { env, onVariable } }: VariableLocation): string | undefined {
  const value = Object.hasOwn(env, name) ? env[name] : undefined
  if (value !== undefined && value !== '') onVariable?.(name, value, path)
  return value
}

function notSet(path: FieldPath, name: string): FieldFault {
  return new FieldFault(path, `: the variable ${truncate(name)} is not set`)
}
