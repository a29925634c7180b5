import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { findPackage } from '../measure/find-package.mjs'
import { programOf } from '../typed/program-of.mjs'

const packages = ['omniport', 'zod', '@modelcontextprotocol/server', '@modelcontextprotocol/client', '@types/node']

/** What checking the types of a large server takes, with the current compiler and the one before. */
export const types = [checking('types', 'typescript', 7), checking('types-6', 'typescript6', 6)]

function checking(name, compiler, major) {
  return {
    name,
    title: `check time of one file with 500 zod tools and a typed client, TypeScript ${major}`,
    unit: 's',
    contenders: ['raw', 'omniport', 'sdk-v2'],
    target: { of: 'over', most: 1.5 },
    rounds: 3,
    open: (contender) => openCheck(contender, compiler),
  }
}

async function openCheck(contender, compiler) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-types-'))
  for (const name of packages) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(findPackage(name), link, 'dir')
  }
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable', 'esnext.disposable'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  writeFileSync(join(folder, 'program.ts'), programOf(contender))
  return {
    sample: () => checkTime(join(findPackage(compiler), 'bin/tsc'), folder),
    close: async () => rmSync(folder, { recursive: true }),
  }
}

/** Seconds. @throws Error with the first type error, if there is one. */
async function checkTime(compiler, folder) {
  const flags = ['-p', folder, '--extendedDiagnostics', '--pretty', 'false']
  const reported = await new Promise((resolve) => {
    execFile(process.execPath, [compiler, ...flags], { maxBuffer: 2 ** 26 }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
  const [error] = /^.*\berror TS\d+.*$/m.exec(reported) ?? []
  const [, seconds] = /^Check time:\s*([\d.]+)s/m.exec(reported) ?? []
  if (error !== undefined || seconds === undefined)
    throw new Error(error ?? `No check time: ${reported.slice(0, 2_000)}`)
  return Number(seconds)
}
