// Finds a program for each exported name: the shortest block of the documents that imports it. The tests compile all of these.
import { readdirSync, readFileSync } from 'node:fs'

/**
 * By entry and name, as `omniport/client connect`: the code, and the page that it stands on. By name alone for what several entries
 * have: the program that imports it from one of them.
 */
export function findExamples(root) {
  const found = new Map()
  for (const { page, code } of blocksOf(root)) {
    for (const key of importedIn(code)) {
      const [, name] = key.split(' ')
      for (const each of [key, name]) {
        const known = found.get(each)
        if (known === undefined || code.length < known.code.length) found.set(each, { page, code })
      }
    }
  }
  return found
}

function blocksOf(root) {
  const docs = readdirSync(`${root}/docs`).filter((name) => /^(?!index).*\.md$/.test(name))
  const readmes = readdirSync(`${root}/packages`).map((name) => `packages/${name}/README.md`)
  return [...docs.map((name) => `docs/${name}`), ...readmes].flatMap((page) => {
    const text = readFileSync(`${root}/${page}`, 'utf8')
    return [...text.matchAll(/^```tsx?[^\n]*\n([\s\S]*?)^```$/gm)].map(([, code]) => ({ page, code: code.trimEnd() }))
  })
}

function importedIn(code) {
  return [...code.matchAll(/^import \{([^}]+)\} from '([^']+)'$/gm)].flatMap(([, names, entry]) => {
    return names.split(',').map((name) => `${entry} ${name.trim().split(' as ')[0]}`)
  })
}
