import { assertKnown } from '../../../values/options/check-options.js'

/** The forms of a target, for errors. */
export const targetForms =
  'a URL, { url }, { command, args?, env?, cwd? }, a server or { serve }, or { readable, writable }'

/**
 * Checks the names of the members of a command, an address, or an object that is no target. Servers and streams may have any.
 * @throws TypeError for another name, with the nearest, and for a server or a transport of the official SDK.
 */
export function assertTargetMembers(path: string, target: object): void {
  if ('serve' in target || 'readable' in target) return
  if (isOfOfficialSdk(target)) {
    throw new TypeError(`${path} must be ${targetForms}, got an object of the official SDK`)
  }
  const kind = { name: path, foreignNames }
  if ('command' in target) assertKnown(kind, Object.keys(target), ofCommands)
  else if ('url' in target) assertKnown(kind, Object.keys(target), ofAddresses)
  else assertKnown(kind, Object.keys(target), [...ofCommands, ...ofAddresses])
}

/** `McpServer`, `Server`, `Client`, and every transport: all members that they have of their own are private. */
function isOfOfficialSdk(target: object): boolean {
  const { registerTool, setRequestHandler, start, send } = target as Readonly<Record<string, unknown>>
  return isFunction(registerTool) || isFunction(setRequestHandler) || (isFunction(start) && isFunction(send))
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}

const ofCommands = ['command', 'args', 'env', 'cwd']
const ofAddresses = ['url', 'headers']

const foreignNames = {
  type: 'leave it out: "url" or "command" says what the server is',
  requestInit: 'use "headers"',
}
