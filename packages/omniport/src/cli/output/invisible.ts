/** Control characters, characters without a shape, ends of lines of Unicode, and marks beyond the eighth on one letter. */
const unsafe = String.raw`[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]|\p{M}(?<=\p{M}{9})`

/** Scripts that use joiners between letters. */
const joining = String.raw`[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}]`

/**
 * Joiners and variation selectors where an emoji or a script needs them. Each begins with the character itself, so that it is
 * tried only there.
 */
const needed = [
  String.raw`\u200D(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F].)(?=\p{Extended_Pictographic})`,
  String.raw`[\uFE0E\uFE0F](?<=\p{Extended_Pictographic}.)`,
  String.raw`\uFE0F(?<=[0-9#*].)(?=\u20E3)`,
  String.raw`[\uFE00-\uFE0F\u{E0100}-\u{E01EF}](?<=\p{sc=Han}.)`,
  String.raw`[\u180B-\u180F](?<=\p{sc=Mong}.)`,
  String.raw`[\u200C\u200D](?<=${joining}.)`,
].join('|')

const pattern = new RegExp(`(${needed})|${unsafe}`, 'gu')

/** Escapes each character that controls a terminal, cannot be seen, or lets marks grow over other lines. */
export function replaceInvisible(text: string, toEscape: (character: string) => string): string {
  return text.replace(pattern, (character, isNeeded: string | undefined) => isNeeded ?? toEscape(character))
}
