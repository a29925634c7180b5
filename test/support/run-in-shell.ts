import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'

export interface Shell {
  readonly cwd: string
  /** The folder of the user, with the caches of npm. */
  readonly home: string
  /** The address of the registry that npm installs from. */
  readonly registry: string
  readonly timeoutMs: number
}

/** Runs commands as a new user would: `node` is the one that runs the tests, and npm has no settings of this machine. */
export async function runInShell(commands: string, { cwd, home, registry, timeoutMs }: Shell) {
  const { PATH = '' } = process.env
  const env = {
    PATH: `${dirname(process.execPath)}${delimiter}${PATH}`,
    HOME: home,
    npm_config_registry: registry,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  }
  const child = spawn('sh', ['-ec', commands], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs })
  const status = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { status: await status, stdout, stderr }
}
