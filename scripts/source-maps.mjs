import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { decode, encode } from '@jridgewell/sourcemap-codec'

/**
 * The files whose maps are published: those of the server, where the handlers of users run, and of its transport over stdio. The
 * maps of all files, with their sources, would take more than the package itself.
 */
const published = /^(index|stdio|parts\/pipes-[\w-]+)\.js$/

/** Gives the bundler the modules of `dist` with the maps of the compiler, and finishes the maps of the bundle in `dist/bundle`. */
export function sourceMaps(dist) {
  return {
    name: 'source-maps',
    load: (id) => loadCompiled(dist, id),
    generateBundle: (_, files) => finish(dist, files),
  }
}

function loadCompiled(dist, id) {
  if (!id.startsWith(dist)) return null
  const code = readFileSync(id, 'utf8').replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
  return { code, map: readFileSync(`${id}.map`, 'utf8') }
}

/** Docblocks are half of the text, and the declarations have them. The lines stay where they are. */
function withoutDocs(source) {
  return source.replace(/^[ \t]*\/\*\*[\s\S]*?\*\/[ \t]*$/gm, (docs) => docs.replace(/[^\n]+/g, ''))
}

/** Inlines the sources, and tells lines apart, not columns: a quarter of the size. */
function finish(dist, files) {
  for (const [name, file] of Object.entries(files)) {
    if (!name.endsWith('.map')) continue
    const chunk = files[name.slice(0, -'.map'.length)]
    if (!published.test(chunk.fileName)) {
      delete files[name]
      continue
    }
    const { sources, mappings } = JSON.parse(file.source)
    const folder = join(dist, 'bundle', dirname(name))
    const sourcesContent = sources.map((source) => withoutDocs(readFileSync(join(folder, source), 'utf8')))
    const map = { version: 3, sources, sourcesContent, names: [], mappings: firstOfEachLine(mappings) }
    file.source = JSON.stringify(map)
    chunk.code += `\n//# sourceMappingURL=${basename(name)}\n`
  }
}

/** Keeps the first position of each line that has one, for the whole line. */
function firstOfEachLine(mappings) {
  const lines = decode(mappings).map((segments) => {
    const first = segments.find(({ length }) => length >= 4)
    return first === undefined ? [] : [[0, first[1], first[2], first[3]]]
  })
  return encode(lines)
}
