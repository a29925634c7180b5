import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { askForRest, type ProjectChoice, type Terminal } from './ask.js'
import { type Choices, help, parseChoices } from './choices.js'
import { createProject } from './create-project.js'
import { defaultLanguage } from './languages.js'

/** Where the program runs; tests have others. */
export interface World {
  readonly cwd: string
  /** Undefined if there is nobody to ask. */
  readonly terminal: Terminal | undefined
  write(text: string): void
  warn(text: string): void
}

/** Makes a project and writes the three commands to run next. Rejects with Error that says in one line what is wrong. */
export async function run(words: readonly string[], { cwd, terminal, write, warn }: World): Promise<void> {
  const choices = parseChoices(words)
  if (choices.isHelp) return write(help)
  if (choices.isVersion) return write(`${await readVersion()}\n`)
  const { folder, template } = await complete(choices, terminal)
  const path = resolve(cwd, folder)
  if (choices.language === 'ts' && defaultLanguage() !== 'ts') warn(cannotRun)
  const command = await createProject({ folder: path, template, language: choices.language })
  if (choices.isInstalled) await installPackages(path)
  const test = choices.isInstalled ? 'npm test' : 'npm install && npm test'
  const lines = [`cd ${quote(relative(cwd, path) || '.')}`, test, command]
  write(`\nMade ${path}. Next:\n\n${lines.map((line) => `  ${line}\n`).join('')}\n`)
}

const cannotRun = `Node ${process.versions.node} does not run TypeScript by itself: "npm start" will fail there, and "npm test" finds no tests. Use Node 22.18 or later, or make the project with --js.`

async function complete(choices: Choices, terminal: Terminal | undefined): Promise<ProjectChoice> {
  const { folder, template } = choices
  if (folder !== undefined && template !== undefined) return { folder, template }
  if (terminal !== undefined) return askForRest(choices, terminal)
  throw new Error('There is no terminal to ask at; add --yes, or give a folder and --template')
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}

/**
 * Installs the packages of a project with the program that started this one: npm, or else pnpm, yarn or bun. Rejects with Error
 * if that fails.
 */
async function installPackages(folder: string): Promise<void> {
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

/** For a shell. */
function quote(path: string): string {
  return /^[\w./\\:@-]+$/.test(path) ? path : JSON.stringify(path)
}
