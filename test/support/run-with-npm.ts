import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import type { NpmRegistry } from './npm-registry.js'
import type { Ran } from './run-program.js'

/** Older compilers and npm take a while where others work, too. */
export const npmTimeoutMs = 180_000

/**
 * Runs commands in a shell whose `node` is the one that runs the tests, and whose npm knows nothing of this machine but the
 * registry. `home` is the home of its user. This process goes on meanwhile, since the registry is in it.
 */
export async function runWithNpm(
  commands: string,
  { cwd, home, registry }: { readonly cwd: string; readonly home: string; readonly registry: NpmRegistry },
): Promise<Ran> {
  const { PATH = '' } = process.env
  const env = {
    PATH: `${dirname(process.execPath)}${delimiter}${PATH}`,
    HOME: home,
    npm_config_registry: registry.url,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  }
  const child = spawn('sh', ['-ec', commands], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: npmTimeoutMs })
  const status = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { status: await status, stdout, stderr }
}
