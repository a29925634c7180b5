import { assertKnown } from '../../../values/options/check-options.js'

/** The forms of a target, for errors. */
export const targetForms =
  'a URL, { url }, { command, args?, env?, cwd? }, a server or { serve }, or { readable, writable }'

/**
 * Checks the names of the members of a command, an address, or an object that is no target. Servers and streams may have any.
 * @throws TypeError for another name, with the nearest.
 */
export function assertTargetMembers(path: string, target: object): void {
  const kind = { name: path, foreignNames }
  if ('command' in target) assertKnown(kind, Object.keys(target), ofCommands)
  else if ('url' in target) assertKnown(kind, Object.keys(target), ofAddresses)
  else if (!('serve' in target || 'readable' in target)) {
    assertKnown(kind, Object.keys(target), [...ofCommands, ...ofAddresses])
  }
}

const ofCommands = ['command', 'args', 'env', 'cwd']
const ofAddresses = ['url', 'headers']

const foreignNames = {
  type: 'leave it out: "url" or "command" says what the server is',
  requestInit: 'use "headers"',
}
