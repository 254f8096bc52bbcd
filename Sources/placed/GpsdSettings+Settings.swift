import Configuration
import Gpsd

extension GpsdSettings {
  /// What the configuration says about gpsd and its fixes.
  init(_ settings: Settings) {
    self.init()
    host = settings.gpsd.address.host
    port = String(settings.gpsd.address.port)
    device = settings.gpsd.device
    staleAfter = settings.location.staleAfter
    acceptsNullIsland = settings.gpsd.allowsZeroZero
  }
}
