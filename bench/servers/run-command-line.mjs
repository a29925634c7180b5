import { Server } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { findPackage } from '../measure/find-package.mjs'
import { freePort, whenOpen } from './ports.mjs'

/** Runs the command of a package in this process, and says as a line on which port it listens. `args` are made from the port. */
export async function runCommandLine(name, file, args) {
  const folder = findPackage(name)
  if (folder === undefined) throw new Error(`${name} is not installed`)
  const port = await freePort()
  const path = join(folder, file)
  process.argv = [process.execPath, path, ...args(port)]
  const report = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr) // what the package says is no port
  // The drivers are idle while others are measured, which such servers take for the end.
  Object.defineProperty(Server.prototype, 'keepAliveTimeout', { get: () => 300_000, set() {} })
  await import(pathToFileURL(path).href)
  await whenOpen(port)
  report(`${port}\n`)
}
