import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Installs the packages of a project with the program that started this one: npm, or else pnpm, yarn or bun. Rejects with Error
 * if that fails.
 */
export async function installPackages(folder: string): Promise<void> {
  const { npm_execpath: path, npm_config_user_agent: agent = 'npm' } = process.env
  const isScript = path !== undefined && /\.[cm]?js$/.test(path)
  const name = /^(pnpm|yarn|bun)\//.exec(agent)?.[1] ?? 'npm'
  const [program, args] = isScript ? [process.execPath, [path, 'install']] : [name, ['install']]
  // What it says goes to stderr: stdout is for the commands to run next. On Windows these programs are scripts of the shell.
  const shell = !isScript && process.platform === 'win32'
  const child = spawn(program, args, { cwd: folder, shell, stdio: ['ignore', 2, 2] })
  const [code]: unknown[] = await once(child, 'close')
  if (code !== 0) throw new Error(`${name} install failed in ${folder}; run it again there`)
}
