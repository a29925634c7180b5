import theme from 'vitepress/theme-without-fonts'
import './tokens.css'
import './pages.css'
import './landing.css'

export default theme
