import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, posix } from 'node:path'
import { gunzipSync } from 'node:zlib'

interface PageFile {
  readonly type: string
  /** As it is in the package: compressed with gzip. */
  readonly bytes: Buffer
  /** Its name has a digest of its content. */
  readonly isImmutable: boolean
}

export interface PageFilesOptions {
  /** The folder with `index.html.gz`. */
  readonly folder: string
  readonly policy: string
}

/** The files of the page, which are in memory: 150 KB at most. Other paths without an extension are the page too: deep links. */
export class PageFiles {
  readonly #files: ReadonlyMap<string, PageFile>
  readonly #policy: string

  /** @throws Error if the folder has no page. */
  constructor({ folder, policy }: PageFilesOptions) {
    if (!existsSync(join(folder, 'index.html.gz'))) throw new Error(`The page of the console is not in ${folder}`)
    this.#files = new Map(readFiles(folder, ''))
    this.#policy = policy
  }

  serve({ method, url = '/', headers }: IncomingMessage, response: ServerResponse): void {
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
      return
    }
    const path = url.split(/[?#]/)[0] ?? '/'
    const file = this.#files.get(path) ?? (posix.extname(path) === '' ? this.#files.get('/index.html') : undefined)
    if (file === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such file')
      return
    }
    const isCompressed = /\bgzip\b/.test(String(headers['accept-encoding']))
    const bytes = isCompressed ? file.bytes : gunzipSync(file.bytes)
    response.writeHead(200, {
      'content-type': file.type,
      'content-length': bytes.length,
      vary: 'accept-encoding',
      'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': this.#policy,
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    })
    response.end(method === 'HEAD' ? undefined : bytes)
  }
}

function* readFiles(folder: string, path: string): Generator<readonly [string, PageFile]> {
  for (const name of readdirSync(join(folder, path))) {
    const relative = `${path}/${name}`
    const full = join(folder, relative)
    if (statSync(full).isDirectory()) yield* readFiles(folder, relative)
    else if (name.endsWith('.gz')) {
      const plain = relative.slice(0, -'.gz'.length)
      const type = types.get(posix.extname(plain)) ?? 'application/octet-stream'
      yield [plain, { type, bytes: readFileSync(full), isImmutable: plain.startsWith('/assets/') }]
    }
  }
}

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.json', 'application/json'],
  ['.woff2', 'font/woff2'],
])

/** The policy of the page: its own files, data images, and the frame of apps. Texts never become HTML. */
export function pagePolicy(sandboxOrigin: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    'media-src data: blob:',
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${sandboxOrigin ?? "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
