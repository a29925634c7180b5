/** The first characters of a text, and how many there are besides. */
export function clipText(text: string, mostCharacters: number): string {
  const letters = [...text.slice(0, mostCharacters * 2)]
  const kept = letters.slice(0, mostCharacters).join('')
  return kept.length === text.length ? text : `${kept}… (${text.length - kept.length} characters more)`
}
