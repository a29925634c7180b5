/** The language of a project: TypeScript that Node runs by itself, or JavaScript. */
export type Language = 'ts' | 'js'

/** TypeScript where this Node runs it, without a flag and without a build. */
export function defaultLanguage(): Language {
  const { typescript } = process.features as { readonly typescript?: unknown } // newer versions of Node have it
  return typescript === 'strip' || typescript === 'transform' ? 'ts' : 'js'
}

/**
 * Turns a source text of a template into one of a language. Templates are JavaScript in which a comment `/*ts …*\/` has what
 * TypeScript needs: `name /*ts: string*\/`. `files` are the names of the source files, which end in `.js`.
 */
export function toLanguage(text: string, language: Language, files: readonly string[]): string {
  if (language === 'js') return text.replaceAll(/^\/\*ts[^*]*\*\/\n/gm, '').replaceAll(/ ?\/\*ts[^*]*\*\//g, '')
  const typed = text.replaceAll(/ ?\/\*ts:([^*]*)\*\//g, ':$1').replaceAll(/\/\*ts ([^*]*)\*\//g, '$1')
  return files.reduce((rest, file) => rest.replaceAll(file, file.replace(/\.js$/, '.ts')), typed)
}
