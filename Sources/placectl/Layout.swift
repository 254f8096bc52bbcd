import Terminal

/// What lines are made for.
struct Layout {
  var width = Screen.usualWidth
  var palette = Palette(isColoured: false)
}
