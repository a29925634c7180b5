import type { TargetName } from '../command-line/invocation.js'

/** A target as it was typed. */
export function formatTarget(target: TargetName): string {
  return target.type === 'word' ? target.word : [target.command, ...target.args].join(' ')
}
