import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { link } from '../support/install-package.js'
import { root } from '../support/root.js'
import { type CodeBlock, codeBlocks, documents, readDocument } from './code-blocks.js'

/**
 * Compiles every `ts` and `tsx` block of the documents against the packages as they are built, and takes every `js` block with a name. What comes out is in
 * `<folder>/out/<document>/<name of the block>`; servers listen on any free port. Returns the errors of the compiler.
 */
export function compileBlocks(folder: string): string {
  for (const name of linked) link(name, folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
  for (const path of documents()) writeBlocks(path, join(folder, 'src', path))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const args = [tsc, '-p', folder, '--pretty', 'false']
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return stdout.split('\n').filter(isOurs).join('\n')
}

/** Declarations of other packages need not hold under options as strict as these. Details of an error are indented. */
function isOurs(line: string): boolean {
  return !line.startsWith(' ') && !/^\S*node_modules\//.test(line)
}

const linked = [
  'omniport',
  '@omniport/app',
  '@omniport/redis',
  '@omniport/otel',
  '@opentelemetry/api',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-trace',
  '@opentelemetry/sdk-trace-base',
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/core',
  '@opentelemetry/resources',
  'redis',
  '@redis/client',
  'zod',
  'ws',
  '@types/ws',
  'ai',
  'openai',
  '@anthropic-ai/sdk',
  '@langchain/core',
  'react',
  '@types/node',
  '@types/react',
  'csstype',
  'undici-types',
]

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
  module: 'nodenext',
  moduleDetection: 'force',
  types: ['node'],
  jsx: 'react-jsx',
  allowJs: true,
  checkJs: false,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  rootDir: 'src',
  outDir: 'out',
}

function writeBlocks(path: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const blocks = codeBlocks(readDocument(path)).filter(isProgram)
  for (const [index, { language, file = `block-${index + 1}.js`, text }] of blocks.entries()) {
    const path = join(folder, file.replace(/\.js$/, `.${language}`))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text.replaceAll(/\bport: \d{4}\b/g, 'port: 0'))
  }
}

function isProgram({ language, file }: CodeBlock): boolean {
  return /^tsx?$/.test(language) || (language === 'js' && file !== undefined)
}
