import { assertKnown } from '../../../values/options/check-options.js'

/** The forms of a target, for errors. */
export const targetForms =
  'a URL, { url }, { command, args?, env?, cwd? }, a server or { serve }, or { readable, writable }'

/**
 * Checks the names of the members of a command, an address, or an object that is no target. Servers and streams may have any.
 * @throws TypeError for another name, with the nearest.
 */
export function assertTargetMembers(path: string, target: object): void {
  if ('command' in target) assertKnown(path, Object.keys(target), ofCommands)
  else if ('url' in target) assertKnown(path, Object.keys(target), ofAddresses)
  else if (!('serve' in target || 'readable' in target)) {
    assertKnown(path, Object.keys(target), [...ofCommands, ...ofAddresses])
  }
}

const ofCommands = ['command', 'args', 'env', 'cwd']
const ofAddresses = ['url', 'headers']
