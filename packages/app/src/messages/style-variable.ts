/** The names of the CSS variables that hosts may give to views. A host gives any of them. spec: apps#theming */
export type StyleVariable =
  | `--color-${'background' | 'text'}-${Shade | Meaning | 'tertiary' | 'ghost' | 'disabled'}`
  | `--color-border-${Shade | Meaning | 'tertiary' | 'ghost' | 'disabled'}`
  | `--color-ring-${Shade | Meaning}`
  | `--font-${'sans' | 'mono'}`
  | `--font-weight-${'normal' | 'medium' | 'semibold' | 'bold'}`
  | `--font-text-${TextSize}-${'size' | 'line-height'}`
  | `--font-heading-${TextSize | 'xl' | '2xl' | '3xl'}-${'size' | 'line-height'}`
  | `--border-radius-${TextSize | 'xl' | 'full'}`
  | '--border-width-regular'
  | `--shadow-${'hairline' | 'sm' | 'md' | 'lg'}`

type Shade = 'primary' | 'secondary' | 'inverse'
type Meaning = 'info' | 'danger' | 'success' | 'warning'
type TextSize = 'xs' | 'sm' | 'md' | 'lg'
