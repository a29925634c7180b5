import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.js'

/** Runs a command of a development dependency to its end. */
export function runTool(
  name: string,
  args: readonly string[],
): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', name), args, { encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}
