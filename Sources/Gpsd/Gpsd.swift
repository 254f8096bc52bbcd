// Gpsd
