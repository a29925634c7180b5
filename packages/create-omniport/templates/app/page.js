import { readFile } from 'node:fs/promises'

/** A host takes a page as one HTML file: `@omniport/app`, which imports nothing, and view.js go into it. */
export async function readPage() {
  const [page, library, view] = await Promise.all([
    readFile(new URL('page.html', import.meta.url), 'utf8'),
    readFile(new URL(import.meta.resolve('@omniport/app')), 'utf8'),
    readFile(new URL('view.js', import.meta.url), 'utf8'),
  ])
  const script = `${library}\n{${view.replace(/^import .*$/m, '')}}`
  return page.replace(' src="view.js">', () => `>${script.replaceAll('</script', '<\\/script')}`)
}
