import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/**
 * Installs a package of the registry into `home` as its users do, where `override` takes the place of the official SDK. What is
 * installed already stays. Scripts of packages are not run.
 */
export function installServer(spec: string, home: string, override?: string): void {
  const manifest = JSON.stringify(manifestOf(spec, override), null, 2)
  const file = join(home, 'package.json')
  if (existsSync(file) && readFileSync(file, 'utf8') === manifest && existsSync(join(home, 'node_modules'))) return
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--loglevel=error']
  writeFileSync(file, manifest)
  const { status, stderr } = spawnSync('npm', args, { cwd: home, encoding: 'utf8', env: process.env })
  if (status === 0) return
  rmSync(home, { recursive: true, force: true })
  throw new Error(`npm install ${spec}: ${stderr}`)
}

function manifestOf(spec: string, override: string | undefined): object {
  const at = spec.lastIndexOf('@')
  const dependencies = { [spec.slice(0, at)]: spec.slice(at + 1) }
  return {
    private: true,
    dependencies,
    ...(override !== undefined && { overrides: { '@modelcontextprotocol/sdk': override } }),
  }
}
