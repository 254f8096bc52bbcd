import Arguments
import Configuration
import Glibc
import Gpsd
import LinuxIO
import PlaceEngine
import PlaceStore
import PlacedInterface
import PlacesCore
import StateStore
import Systemd
import Varlink

/// The parts of the daemon at work: the only place that joins the adapters.
@Loop
final class RunningDaemon {
  private let load: @Sendable () throws(ConfigurationError) -> Configuration
  private let daemon: Daemon
  private let socket: ServiceSocket
  private let server: VarlinkServer
  private var link: GpsdLink
  private lazy var receiver = ReceiverKeeper(
    patience: RunningDaemon.patience(daemon.settings),
    held: { [unowned self] in daemon.wantedAccuracies }, give: { [unowned self] in obey($0) })
  private let files = BlockingWork(name: "files")
  private let watchdog = Watchdog()
  private var directories: DirectoryWatch?
  private var logins: LoginMonitor?
  /// Which region files the log has told as unusable, so that each is told once.
  private var told: Set<RegionStatus> = []

  /// Opens the state and the socket, and begins to read the region files and to connect to gpsd. What cannot be had
  /// is thrown.
  init(
    _ settings: Settings, rules: AccessRules, log: Log,
    load: @escaping @Sendable () throws(ConfigurationError) -> Configuration
  ) throws {
    self.load = load
    let state = try KeptState(directory: settings.state.directory)
    if let aside = state.setAside {
      log.error("The state was damaged; a new one begins, the old file is \(aside).")
    }
    if let trouble = state.trouble {
      log.error("The state cannot be kept: \(trouble). Going on without; each choice tries again.")
    }
    let regions = RegionSet(directories: settings.places.directories)
    let daemon = Daemon(
      settings: settings, log: log, regions: regions, state: state, rules: rules)
    self.daemon = daemon
    link = RunningDaemon.link(settings, to: daemon)

    let service = VarlinkService(
      vendor: "The placed authors", product: "placed", version: ProductVersion.current,
      url: "https://github.com/placed/placed")
    socket = try ServiceSocket.handedOver() ?? ServiceSocket.made(by: settings.socket)
    server = VarlinkServer(
      listener: socket.descriptor, service: service, limits: RunningDaemon.limits(settings.socket)
    ) { event in log.warning(RunningDaemon.describe(event)) }
    let places = PlacesService(daemon: daemon, receiver: receiver) { [unowned self] in versions }
    service.add(try VarlinkInterface(parsing: PlacesInterface.description), methods: places.methods)
    let manager = ManagerService(
      daemon: daemon, reload: { [unowned self] done in reload(then: done) },
      simulate: { [unowned self] fix in simulate(fix) })
    service.add(try VarlinkInterface(parsing: ManagerInterface.description), methods: manager.methods)

    daemon.onFix = { [unowned self] fix in receiver.received(fix, roundEnd: daemon.reduced.slotEnd) }
    daemon.onWishes = { [unowned self] in receiver.update() }
    logins = LoginMonitor { [unowned daemon] in daemon.accessChanged() }
    try server.start()
    link.start()
    // Watched before they are looked at: nothing that happens between is missed.
    watch(settings.places.directories)
    files.run {
      regions.reload()
    } then: { [self] in
      begin(with: regions)
    }
  }

  /// All is there: from here on the answers are whole.
  private func begin(with regions: RegionSet) {
    daemon.perform(.placesChanged)
    tell(regions)
    daemon.log.info("Listening on \(socket.name), \(regions.regions.count) region file(s).")
    ServiceManager.tell(.ready, .status(RunningDaemon.status(daemon.engine.receiver)))
  }

  /// Ends what runs; clients see their connections close.
  func stop() {
    ServiceManager.tell(.stopping)
    directories?.stop()
    logins?.stop()
    daemon.simulation?.end()
    link.stop()
    server.stop()
    socket.close()
    daemon.log.info("Stopped.")
  }

  // MARK: Parts

  private var versions: Wire.Versions {
    Wire.Versions(placed: ProductVersion.current, libgps: GpsdLink.libraryVersion, gpsd: link.release)
  }

  private static func link(_ settings: Settings, to daemon: Daemon) -> GpsdLink {
    let gpsd = GpsdSettings(settings)
    return GpsdLink(settings: gpsd) { [unowned daemon] event in
      switch event {
      case .source(let event):
        if case .receiver(let state) = event {
          daemon.log.info(status(state))
          ServiceManager.tell(.status(status(state)))
        }
        daemon.receive(event)
      case .connected(let release): daemon.log.info("Connected to gpsd \(release) at \(gpsd.address).")
      case .lost(let why, let redial):
        let seconds = Int(redial.seconds.rounded(.up))
        daemon.log.warning(
          "No gpsd at \(gpsd.address): \(why). Next attempt in \(seconds) s, then again and again.")
      }
    }
  }

  private func obey(_ order: ReceiverKeeper.Order) {
    switch order {
    case .start: link.start()
    case .pause: link.pause()
    case .resume: link.resume()
    case .stop(let why): link.stop(why: why)
    case .staleAfter(let mode): link.change(staleAfter: staleAfter(mode))
    }
  }

  /// Has a made-up fix count in the place of the receiver's; nil lets those count again.
  private func simulate(_ fix: Fix?) {
    if let fix {
      if let simulation = daemon.simulation { return simulation.move(to: fix) }
      daemon.log.warning("The location is simulated from now on.")
      daemon.reduced = ReducedLocator()
      let simulation = Simulation(at: fix) { [unowned daemon] in daemon.perform(.source($0)) }
      daemon.simulation = simulation
      simulation.begin()
    } else if let simulation = daemon.simulation {
      daemon.log.warning("The location is the receiver's again.")
      simulation.end()
      daemon.simulation = nil
      daemon.reduced = ReducedLocator()
      daemon.perform(.source(.receiver(link.receiver)))
    }
  }

  private func staleAfter(_ mode: DesiredAccuracy) -> Duration {
    mode.staleAfter(atLeast: daemon.settings.location.staleAfter)
  }

  /// After how long without anybody the receiver is released; nil: never.
  private static func patience(_ settings: Settings) -> Duration? {
    settings.gpsd.releaseAfter > .zero ? settings.gpsd.releaseAfter : nil
  }

  private static func limits(_ settings: Settings.Socket) -> VarlinkLimits {
    var limits = VarlinkLimits()
    limits.messageBytes = settings.maxMessageBytes
    limits.connections = settings.maxConnections
    limits.connectionsPerUser = settings.maxConnectionsPerUser
    return limits
  }

  // MARK: Reloading

  /// Reads the configuration and the region files again; the outcome comes when both are in force.
  func reload(then done: @escaping @Loop (ConfigurationError?) -> Void) {
    ServiceManager.tell(.reloading)
    let configuration: Configuration
    let rules: AccessRules
    do throws(ConfigurationError) {
      configuration = try load()
      rules = try AccessRules(file: configuration.settings.access.file)
    } catch {
      daemon.log.error("The configuration stays as it was: \(error)")
      ServiceManager.tell(.ready)
      return done(error)
    }
    for warning in configuration.warnings + rules.warnings { daemon.log.warning("\(warning)") }
    let settings = configuration.settings
    let regions = RegionSet(directories: settings.places.directories)
    watch(settings.places.directories)
    files.run {
      regions.reload()
    } then: { [self] in
      apply(settings, regions)
      daemon.change(rules)
      ServiceManager.tell(.ready)
      done(nil)
    }
  }

  private func apply(_ settings: Settings, _ regions: RegionSet) {
    let former = daemon.settings
    daemon.change(settings, regions)
    tell(regions)
    receiver.change(patience: RunningDaemon.patience(settings))
    let gpsd = GpsdSettings(settings)
    if gpsd.isSameLink(as: GpsdSettings(former)) {
      link.change(configuredStaleAfter: gpsd.staleAfter)
      link.change(staleAfter: staleAfter(receiver.mode))
    } else {
      link.stop()
      link = RunningDaemon.link(settings, to: daemon)
      link.change(staleAfter: staleAfter(receiver.mode))
      switch receiver.state {
      case .released: break
      case .watching: link.start()
      case .pausing:
        link.start()
        link.pause()
      }
    }
    if settings.socket != former.socket || settings.state != former.state {
      daemon.log.warning("Changes of the socket and of the state directory take effect at the next start.")
    }
    daemon.log.info("Configuration and \(regions.regions.count) region file(s) read again.")
  }

  /// Reads the region files of these directories again whenever they change.
  private func watch(_ paths: [String]) {
    directories?.stop()
    directories = nil
    do throws(SystemError) {
      directories = try DirectoryWatch(paths, suffix: RegionFormat.suffix) { [weak self] in
        self?.filesChanged()
      }
    } catch {
      daemon.log.warning("New region files are noticed at the next reload only: \(error)")
    }
  }

  /// Answers come from the files as they were until the new ones are open.
  private func filesChanged() {
    let regions = daemon.regions
    files.run {
      regions.reload()
    } then: { [self] in
      // A reload may have replaced the whole set meanwhile.
      guard daemon.regions === regions else { return }
      daemon.perform(.placesChanged)
      tell(regions)
      daemon.log.info("Region files changed, \(regions.regions.count) there now.")
    }
  }

  private func tell(_ regions: RegionSet) {
    let unusable = regions.regions.filter { $0.state != .ready }
    for region in unusable where !told.contains(region) { daemon.log.warning(Self.describe(region)) }
    told = Set(unusable)
  }

  // MARK: Log texts

  private static func status(_ receiver: ReceiverState) -> String {
    "Positioning: \(receiver.kind.rawValue)\(receiver.why.map { ", \($0)" } ?? "")."
  }

  private static func describe(_ region: RegionStatus) -> String {
    "Region file \(region.path) is not in use: \(region.state.rawValue)\(region.why.map { ", \($0)" } ?? "")."
  }

  private static func describe(_ event: VarlinkServerEvent) -> String {
    let user = event.uid.map { " of user \($0)" } ?? ""
    let count = event.count > 1 ? " (\(event.count) times)" : ""
    return switch event.kind {
    case .malformed: "A client\(user) sent something that is no call; its connection was closed\(count)."
    case .tooLarge: "A client\(user) sent a call that is too large; its connection was closed\(count)."
    case .timedOut: "A client\(user) did not go on with its call; its connection was closed\(count)."
    case .outputOverflow: "A client\(user) did not read its replies; its connection was closed\(count)."
    case .tooManyConnections:
      "A client\(user) was turned away: MaxConnections or the limit of descriptors is reached\(count)."
    case .tooManyConnectionsOfUser:
      "A client\(user) was turned away: MaxConnectionsPerUser is reached\(count)."
    case .cannotAccept(let code):
      "Clients wait: \(SystemError.text(for: code)). Accepting goes on as soon as possible\(count)."
    }
  }
}
